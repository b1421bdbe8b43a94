-- A session of Neovim with `ferz lsp`. It edits files as a user does and writes what came of each case as JSON.
-- Environment: FERZ (the command), CASES (a file of Lua tables), RESULTS (the file to write), LARGEST (the largest shipped file).

local lsp, api, fn = vim.lsp, vim.api, vim.fn
local PATIENCE = 60000

local client = lsp.start_client({ name = "ferz", cmd = { vim.env.FERZ, "lsp" }, root_dir = fn.getcwd() })
assert(client, "the server does not start")

local times = {}

-- Counts the lists of problems that come for each file, and passes them on.
local published = {}
local publish = lsp.handlers["textDocument/publishDiagnostics"]
lsp.handlers["textDocument/publishDiagnostics"] = function(fault, result, context, config)
  publish(fault, result, context, config)
  published[result.uri] = (published[result.uri] or 0) + 1
end

--- Writes a text into a new file, opens it, and waits for the problems of the server.
local function open(name, text)
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
  vim.cmd("silent edit! " .. fn.fnameescape(name))
  local buffer = api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(buffer)
  local before = published[uri] or 0
  lsp.buf_attach_client(buffer, client)
  vim.wait(PATIENCE, function() return (published[uri] or 0) > before end, 2)
  assert((published[uri] or 0) > before, "no problems come for " .. name)
  return buffer
end

--- Asks the server and measures the time until the answer.
local function ask(buffer, method, params)
  local begin = vim.loop.hrtime()
  local answers, fault = lsp.buf_request_sync(buffer, method, params, PATIENCE)
  table.insert(times, (vim.loop.hrtime() - begin) / 1e6)
  assert(answers, fault)
  local answer = answers[client]
  if answer.error then error(answer.error.message, 0) end
  return answer.result
end

--- Takes the mark `¦` out of a text. Returns the text, and the row (from 1) and byte column (from 0) of the mark.
local function unmarked(text)
  local at = text:find("¦", 1, true)
  if not at then return text, 1, 0 end
  local before = text:sub(1, at - 1)
  local _, row = before:gsub("\n", "")
  local column = #before:match("[^\n]*$")
  return before .. text:sub(at + #"¦"), row + 1, column
end

local function whole(buffer) return table.concat(api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n" end

local kinds = {}

--- The problems, each as `line:column code`.
function kinds.diagnostics(buffer)
  local found = {}
  for _, problem in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, string.format("%d:%d %s", problem.lnum + 1, problem.col + 1, problem.code))
  end
  table.sort(found)
  return table.concat(found, ", ")
end

--- The words that completion offers, as Neovim's own menu shows them.
function kinds.completion(buffer)
  local result = ask(buffer, "textDocument/completion", lsp.util.make_position_params())
  local line, column = api.nvim_get_current_line(), api.nvim_win_get_cursor(0)[2]
  local prefix = line:sub(1, column):match("[%w_-]*$")
  local words = {}
  for _, item in ipairs(lsp.util.text_document_completion_list_to_complete_items(result, prefix)) do
    table.insert(words, item.abbr)
  end
  return " " .. table.concat(words, " ") .. " "
end

--- The text of the hover window.
function kinds.hover(buffer)
  local result = ask(buffer, "textDocument/hover", lsp.util.make_position_params())
  if not result then return "" end
  return table.concat(lsp.util.convert_input_to_markdown_lines(result.contents), "\n")
end

--- Jumps to the definition: `file:line:column` of the cursor.
function kinds.definition(buffer)
  local result = ask(buffer, "textDocument/definition", lsp.util.make_position_params())
  if not result then return "" end
  lsp.util.jump_to_location(result, "utf-16")
  local at = api.nvim_win_get_cursor(0)
  return string.format("%s:%d:%d %s", fn.expand("%:t"), at[1], at[2] + 1, fn.expand("<cword>"))
end

--- Renames the name under the cursor in all files. The new text, and that of the other file if there is one.
function kinds.rename(buffer, case)
  local params = lsp.util.make_position_params()
  params.newName = case.new
  local edit = ask(buffer, "textDocument/rename", params)
  lsp.util.apply_workspace_edit(edit, "utf-16")
  local text = whole(buffer)
  if case.other then text = text .. "---\n" .. whole(fn.bufnr(fn.fnamemodify(case.other, ":p"))) end
  return text
end

--- Makes the first fix for the problem under the cursor, or all sure fixes. The new text.
function kinds.fix(buffer, case)
  local problems = lsp.diagnostic.get_line_diagnostics(buffer, api.nvim_win_get_cursor(0)[1] - 1)
  local params = lsp.util.make_range_params()
  params.context = { diagnostics = problems, only = { case.all and "source.fixAll" or "quickfix" } }
  for _, action in ipairs(ask(buffer, "textDocument/codeAction", params)) do
    if not case.title or action.title == case.title then
      lsp.util.apply_workspace_edit(action.edit, "utf-16")
      return whole(buffer)
    end
  end
  return "no action"
end

--- Formats the file. The new text.
function kinds.format(buffer)
  local edits = ask(buffer, "textDocument/formatting", lsp.util.make_formatting_params())
  lsp.util.apply_text_edits(edits, buffer, "utf-16")
  return whole(buffer)
end

local results = {}
for number, case in ipairs(dofile(vim.env.CASES)) do
  local text, row, column = unmarked(case.text)
  local ok, answer = pcall(function()
    if case.other then open(case.other, case.other_text) end
    local buffer = open(case.file or string.format("case-%d.yaml", number), text)
    api.nvim_win_set_cursor(0, { row, column })
    return kinds[case.kind](buffer, case)
  end)
  local right = ok
  if case.is then right = right and answer == case.is end
  for _, part in ipairs(case.has or {}) do right = right and answer:find(part, 1, true) ~= nil end
  for _, part in ipairs(case.lacks or {}) do right = right and answer:find(part, 1, true) == nil end
  right = right and (case.is or case.has) ~= nil
  if case.refused then right = not ok and tostring(answer):find(case.refused, 1, true) ~= nil end
  table.insert(results, { number = number, kind = case.kind, text = case.text, right = right, answer = tostring(answer) })
end

-- The times of answers in the largest file, each after a change.
local file = assert(io.open(vim.env.LARGEST))
local largest = open("largest.yaml", file:read("*a"))
file:close()
times = {}
local lines = api.nvim_buf_line_count(largest)
for number = 1, 40 do
  api.nvim_buf_set_lines(largest, -1, -1, false, { "# " .. number })
  local row = (number * 7) % lines + 1
  api.nvim_win_set_cursor(0, { row, math.floor(#api.nvim_buf_get_lines(largest, row - 1, row, false)[1] / 2) })
  kinds[({ "completion", "hover", "definition" })[number % 3 + 1]](largest)
  vim.cmd("buffer " .. largest)
end
table.sort(times)

local out = assert(io.open(vim.env.RESULTS, "w"))
out:write(fn.json_encode({ cases = results, median = times[#times / 2], longest = times[#times] }))
out:close()
lsp.stop_client(client)
vim.cmd("qall!")
