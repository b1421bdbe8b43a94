for (const board of document.querySelectorAll("svg.start")) {
  const answer = document.querySelector("#setup .answer");
  document.querySelectorAll(".scripted").forEach((hint) => { hint.hidden = false; });
  board.removeAttribute("role");
  const clear = () => board.querySelectorAll(".shown").forEach((mark) => mark.remove());
  const show = (cell) => {
    clear();
    const square = cell.dataset.square;
    const said = [];
    for (const [kind, squares] of Object.entries(ferz.reach[square] || {})) {
      for (const name of squares) {
        const target = board.querySelector(`[data-square="${name}"]`);
        const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
        group.setAttribute("class", "shown");
        group.innerHTML = ferz.shapes[kind][0];
        target.appendChild(group);
      }
      if (squares.length) said.push(`${ferz.shapes[kind][1]}: ${squares.join(" ")}`);
    }
    const name = cell.querySelector("title").textContent;
    answer.textContent = `${name}: ${said.join("; ") || "no moves on an empty board"}`;
  };
  for (const piece of board.querySelectorAll(".piece")) {
    const cell = piece.parentNode;
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.setAttribute("aria-label", piece.querySelector("title").textContent);
    piece.addEventListener("click", () => show(cell));
    piece.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(cell); }
    });
  }
}
