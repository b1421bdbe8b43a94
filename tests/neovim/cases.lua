-- Cases for the language server. `¦` is the cursor. The answer of a case has to equal `is`, or to have all parts of `has` and none of
-- `lacks`.

local base = [[
name: Base
extends: chess
regions: {hill: d4 e4}
pieces:
  hawk: {symbol: H, moves: "N"}
setup: hnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/HNBQKBNR w - - 0 1
]]

local function diagnostics(text, is) return { kind = "diagnostics", text = text, is = is } end
local function completion(text, has, lacks) return { kind = "completion", text = text, has = has, lacks = lacks } end
local function hover(text, ...) return { kind = "hover", text = text, has = { ... } } end
local function definition(text, is) return { kind = "definition", text = text, is = is } end
local function fix(text, is, title) return { kind = "fix", text = text, is = is, title = title } end
local function format(text, is) return { kind = "format", text = text, is = is } end

return {
  -- 1 to 14: problems
  diagnostics("name: A\nextends: chess\n", ""),
  diagnostics("name: A\nextends: chess\nregoins: {}\n", "3:1 unknown-key"),
  diagnostics("name: A\nextends: ches\n", "2:10 missing-parent"),
  diagnostics("name: A\nextends: chess\npieces:\n  hawk: {symbol: H, moves: [F?R]}\n", "4:28 quote"),
  diagnostics("name: A\nextends: chess\nname: B\n", "3:1 duplicate-key"),
  diagnostics("name: A\nextends: chess\nboard: {files: 0}\n", "3:16 bad-board"),
  diagnostics("name: A\nextends: chess\nsetup: 8/8 w - - 0 1\n", "3:8 bad-fen"),
  diagnostics("name: A\nextends: chess\npieces: {king: {confined: all except hill}}\n", "3:38 unknown-region"),
  diagnostics("name: A\nextends: chess\nend: {gone: {when: {extinct: hawk}, result: loss}}\n", "3:30 unknown-piece"),
  diagnostics("name: A\nextends: chess\npieces: {knight: {moves: \"N(\"}}\n", "3:28 bad-notation"),
  diagnostics("name: A\nextends: chess\nrules: {must_capture: yes}\n", "3:23 bad-value"),
  diagnostics("name: A\nboard: {files: 8, ranks: 8}\n", "1:1 missing-key, 1:1 missing-key"),
  diagnostics("name: A\nextends: chess\nallow: [no-ends]\n", "3:9 bad-value"),
  diagnostics("services:\n  web: {image: nginx}\n", ""),
  -- 15 to 28: completion
  completion("name: A\n¦\n", { " pieces ", " board ", " extends " }, { " name " }),
  completion("name: A\nextends: ¦\n", { " chess ", " shogi " }, { " pieces " }),
  completion("name: A\nextends: chess\npieces:\n  ¦\n", { " knight ", " queen " }, { " symbol " }),
  completion("name: A\nextends: chess\npieces:\n  knight: {¦}\n", { " moves ", " promotion " }, { " name " }),
  completion("name: A\nextends: chess\npieces:\n  pawn: {promotion: {to: [¦]}}\n", { " queen ", " rook " }, { " true " }),
  completion("name: A\nextends: chess\npieces:\n  pawn: {promotion: {to: [qu¦]}}\n", { " queen " }, { " rook " }),
  completion("name: A\nextends: chess\nrules: {must_capture: ¦}\n", { " true ", " false " }, { " queen " }),
  completion("name: A\nboard: {files: 8, ranks: 8, topology: ¦}\n", { " cylinder ", " torus " }, { " files " }),
  completion("name: A\nboard: {files: 8, ¦}\n", { " ranks ", " topology " }, { " files " }),
  completion("name: A\nextends: chess\nregions: {hill: d4}\npieces: {king: {confined: ¦}}\n", { " hill ", " all " }, { " files " }),
  completion("name: A\nextends: chess\nallow: [¦]\n", { " no-end ", " dead-end " }, { " true " }),
  completion("name: A\nextends: chess\nend: {mate: {result: ¦}}\n", { " win ", " loss ", " draw " }, { " name " }),
  completion("name: A\nextends: chess\ntests: {ends: [{reason: ¦}]}\n", { " checkmate ", " stalemate " }, { " king " }),
  completion("name: A\nextends: chess\nrules:\n  a: {after: capture, remove: pieces ¦}\n", { " beside ", " that " }, { " symbol " }),
  -- 29 to 38: hover
  hover("na¦me: A\nextends: chess\n", "as people call it"),
  hover("name: A\nextends: che¦ss\n", "Chess"),
  hover("name: A\nextends: chess\npieces: {kni¦ght: {moves: \"N\"}}\n", "knight"),
  hover("name: A\nextends: chess\npieces: {knight: {moves: \"N¦D\"}}\n", "leap", "a b c"),
  hover("name: A\nextends: chess\nregions: {hi¦ll: d4 d5}\npieces: {king: {confined: all except hill}}\n", "d4"),
  hover("name: A\nextends: chess\nsetup: 4k3/8/8/8/8/8/8/4K¦3 w - - 0 1\n", "a b c d e f g h"),
  hover("name: A\nextends: chess\nallow: [no-e¦nd]\n", "no-end"),
  hover("name: A\nextends: chess\nend: {stalemate: {result: wi¦n}}\n", "wins"),
  hover("name: A\nextends: chess\nrules: {bang: {after: ca¦pture, remove: pieces beside mover}}\n", "bang"),
  { kind = "hover", text = "name: A ¦ # nothing\nextends: chess\n", is = "" },
  -- 39 to 46: definitions
  definition("name: A\nextends: chess\npieces: {hawk: {symbol: H, moves: \"N\"}}\nend: {gone: {when: {extinct: ha¦wk}, result: loss}}\n", "case-39.yaml:3:10 hawk"),
  definition("name: A\nextends: chess\nregions: {hill: d4}\npieces: {king: {confined: all except hi¦ll}}\n", "case-40.yaml:3:11 hill"),
  { kind = "definition", text = "name: A\nextends: chess\npieces: {pawn: {promotion: {to: [que¦en]}}}\n", has = { "chess.yaml:", " queen" } },
  { kind = "definition", text = "name: A\nextends: che¦ss\n", has = { "chess.yaml:" } },
  { kind = "definition", text = "name: A\nextends: ba¦se.yaml\n", other = "base.yaml", other_text = base, has = { "base.yaml:1:" } },
  { kind = "definition", text = "name: A\nextends: base.yaml\nend: {gone: {when: {extinct: ha¦wk}, result: loss}}\n", other = "base.yaml", other_text = base, is = "base.yaml:5:3 hawk" },
  { kind = "definition", text = "name: A\nextends: base.yaml\npieces: {king: {confined: all except hi¦ll}}\n", other = "base.yaml", other_text = base, is = "base.yaml:3:11 hill" },
  definition("name: ¦A\nextends: chess\n", ""),
  -- 47 to 52: renaming
  { kind = "rename", new = "falcon", text = "name: A\nextends: chess\npieces: {ha¦wk: {symbol: H, moves: \"N\"}} # hawk\nend: {gone: {when: {extinct: hawk}, result: loss}}\n", is = "name: A\nextends: chess\npieces: {falcon: {symbol: H, moves: \"N\"}} # hawk\nend: {gone: {when: {extinct: falcon}, result: loss}}\n" },
  { kind = "rename", new = "peak", text = "name: A\nextends: chess\nregions: {hill: d4}\npieces: {king: {confined: all except hi¦ll}}\n", is = "name: A\nextends: chess\nregions: {peak: d4}\npieces: {king: {confined: all except peak}}\n" },
  { kind = "rename", new = "F", text = "name: A\nextends: chess\npieces:\n  hawk: {symbol: ¦H, moves: \"N\"}\nsetup: hnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/HNBQKBNR w - - 0 1\n", has = { "symbol: F", "setup: fnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/FNBQKBNR w" } },
  { kind = "rename", new = "lost", text = "name: A\nextends: chess\nend: {go¦ne: {when: {extinct: queen}, result: loss}}\ntests: {ends: [{reason: gone, result: none}]}\n", has = { "end: {lost:", "reason: lost" }, lacks = { "gone" } },
  { kind = "rename", new = "eagle", text = "name: A\nextends: base.yaml\nend: {gone: {when: {extinct: ha¦wk}, result: loss}}\n", other = "base.yaml", other_text = base, has = { "extinct: eagle", "---\n", "  eagle: {symbol: H" }, lacks = { "hawk" } },
  { kind = "rename", new = "lady", text = "name: A\nextends: chess\npieces: {pawn: {promotion: {to: [que¦en]}}}\n", refused = "built-in" },
  -- 53 to 60: fixes
  fix("name: A\nextends: chess\nreg¦oins: {}\n", "name: A\nextends: chess\nregions: {}\n"),
  fix("name: A\nextends: che¦s\n", "name: A\nextends: chess\n"),
  fix("name: A\nextends: chess\npieces:\n  hawk: {symbol: H, moves: [F¦?R]} # new\n", "name: A\nextends: chess\npieces:\n  hawk: {symbol: H, moves: \"[F?R]\"} # new\n"),
  fix("name: A\nextends: chess\nrules: {must_capture: y¦es}\n", "name: A\nextends: chess\nrules: {must_capture: true}\n"),
  fix("name: A\nextends: chess\npieces: {knight: {move¦: \"N\"}}\n", "name: A\nextends: chess\npieces: {knight: {moves: \"N\"}}\n"),
  fix("name: A\nextends: chess\nend: {mate: {when: {stuck: in_¦chek}, result: loss}}\n", "name: A\nextends: chess\nend: {mate: {when: {stuck: in_check}, result: loss}}\n"),
  { kind = "fix", all = true, text = "¦name: A\nextends: ches\nrules: {must_capture: yes}\n", is = "name: A\nextends: chess\nrules: {must_capture: true}\n" },
  { kind = "fix", all = true, text = "¦name: A\nextends: chess\n", is = "no action" },
  -- 61 to 64: formatting
  format("extends:   chess\nname: A\n", "name: A\nextends: chess\n"),
  format("name: A\nextends: chess\npieces:\n    # a bird\n    hawk: { moves: N,symbol: 'H' }\n", "name: A\nextends: chess\npieces:\n  # a bird\n  hawk: {symbol: \"H\", moves: \"N\"}\n"),
  format("name: A\nextends: chess\n", "name: A\nextends: chess\n"),
  format("name: [\n", "name: [\n"),
}
