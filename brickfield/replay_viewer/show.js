// Showing a story: one picture per beat, the log, the timeline and the keys. Texts reach the page only as text.

const BEATS = STORY.beats;
const UNITS = STORY.units;
const byId = (id) => document.getElementById(id);
const plan = byId("plan");
const RULER = { inch: "in", stud: "studs", brick: "bricks" }[STORY.ruler] || STORY.ruler;
const MARGIN = 14;
const WHOLE = [-MARGIN, -MARGIN, TABLE_X * SCALE + 2 * MARGIN, TABLE_Y * SCALE + 2 * MARGIN];
const SPEEDS = [1, 2, 4, 0.5];
const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const phone = window.matchMedia("(max-width: 760px)").matches;

let now = -1;
let timer = 0;
let speed = 0;
let follow = phone;
let camera = WHOLE.slice();
let flight = 0;

// --- from changes to pictures ----------------------------------------------------------------------------------------

// Every picture whole, so that going back and jumping are as cheap as going on.
const PICTURES = [];
{
  let units = {}, tokens = {}, aims = [];
  for (const beat of BEATS) {
    units = { ...units, ...(beat.units || {}) };
    if ((beat.put || []).length || (beat.off || []).length || beat.markers) {
      tokens = { ...tokens };
      for (const id of beat.put || []) tokens[id] = (beat.markers || {})[id] || 0;
      for (const id in beat.markers || {}) if (id in tokens) tokens[id] = beat.markers[id];
      for (const id of beat.off || []) delete tokens[id];
    }
    if (beat.events && beat.events.some((name) => ["turn_started", "turn_ended", "game_ended"].includes(name))) aims = [];
    if (beat.aims) aims = beat.aims;
    PICTURES.push({ units, tokens, aims });
    if (beat.shot) aims = aims.filter(([unit]) => unit !== beat.shot.unit);
  }
}

const layers = {};
tableTop(plan);
for (const name of ["area", "tokens", "trails", "units", "shots", "badges", "labels"]) layers[name] = draw("g", {}, plan);
const tokenFigures = {};
for (const id in STORY.tokens) tokenFigures[id] = tokenFigure(id, STORY.tokens[id], layers);
const unitFigures = {};
for (const id in UNITS) unitFigures[id] = unitFigure(id, UNITS[id], layers);
if (STORY.area) {
  const [x, y, l, w] = STORY.area;
  draw("rect", { x: toX(x - l / 2), y: toY(y + w / 2), width: l * SCALE, height: w * SCALE, fill: "#fff", "fill-opacity": 0.16, stroke: INK, "stroke-width": 1.6, "stroke-dasharray": "7 5" }, layers.area);
  const label = draw("text", { x: toX(x - l / 2) + 4, y: toY(y + w / 2) - 4, "font-size": 12, "font-weight": 700, fill: INK, stroke: "#fff", "stroke-width": 3, "paint-order": "stroke" }, layers.area);
  label.textContent = "Objective";
}

// The shorter way round, so that no model spins the long way between two pictures.
const nearest = (from, to) => from + ((((to - from) % 360) + 540) % 360) - 180;

function centreOf(picture, id) {
  const stand = picture.units[id];
  if (stand && stand[0] !== null) return [toX(stand[0]), toY(stand[1])];
  const token = STORY.tokens[id];
  return token ? [toX(token.x), toY(token.y)] : null;
}

function placeUnit(id, picture, beat) {
  const figure = unitFigures[id], [x, y, heading, status] = picture.units[id] || [null];
  const wreck = status === "wreck", there = x !== undefined && x !== null && (status === "alive" || wreck);
  // what was not on the table appears where it stands, it does not slide there
  for (const node of [figure.root, figure.badge]) {
    if (node.classList.contains("gone") || !there) node.style.setProperty("--pace", "0ms");
    else node.style.removeProperty("--pace");
    node.classList.toggle("gone", !there);
  }
  figure.live.style.display = figure.turret.style.display = wreck ? "none" : "inline";
  figure.wreck.style.display = wreck ? "inline" : "none";
  figure.mark.setAttribute("fill", wreck ? "#7c858b" : SIDE[figure.seat % 4]);
  layers.units.insertBefore(figure.root, wreck ? layers.units.firstChild : null);
  if (there) stand(figure, toX(x), toY(y), -heading, aimOf(id, picture, beat));
  // nothing of an earlier visit stays, so that every way to a picture gives the same picture
  else stand(figure, 0, 0, 0, null);
}

// Where the gun of a unit points: at its target, if it has one and can turn its gun.
function aimOf(id, picture, beat) {
  const target = beat.shot && beat.shot.unit === id ? beat.shot.target : (picture.aims.find(([unit]) => unit === id) || [])[1];
  return target && UNITS[id].mount !== "fixed" ? centreOf(picture, target) : null;
}

function stand(figure, x, y, angle, aim) {
  figure.angle = nearest(figure.angle, angle);
  figure.aim = nearest(figure.aim, aim ? (Math.atan2(aim[1] - y, aim[0] - x) * 180) / Math.PI : angle);
  figure.root.style.transform = `translate(${x}px, ${y}px)`;
  figure.turn.style.transform = figure.shade.style.transform = `rotate(${figure.angle}deg)`;
  figure.turret.style.transform = `rotate(${figure.aim}deg)`;
  const back = (figure.card.length * SCALE) / 2 + 10, rad = (angle * Math.PI) / 180;
  const within = (value, end) => Math.min(Math.max(value, 5), end - 5);
  const badge = [within(x - Math.cos(rad) * back, toX(TABLE_X)), within(y - Math.sin(rad) * back, toY(0))];
  figure.badge.style.transform = `translate(${badge[0]}px, ${badge[1]}px)`;
}

function tag(x, y, text, bold) {
  const g = draw("g", { transform: `translate(${x} ${y})` }, layers.labels);
  const inner = draw("g", { class: "badge" }, g);
  const back = draw("rect", { y: -10, height: 20, rx: 5, fill: bold ? INK : "#f7fafb", stroke: INK, "stroke-width": 1.3 }, inner);
  const label = draw("text", { "text-anchor": "middle", y: 4.2, "font-size": 12, "font-weight": 700, fill: bold ? "#fff" : INK }, inner);
  label.textContent = text;
  const width = text.length * 6.6 + 14;
  back.setAttribute("x", -width / 2);
  back.setAttribute("width", width);
}

function sightLine(from, to, seat, more) {
  const d = `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`;
  draw("path", { d, stroke: "#fff", "stroke-width": 4.6, "stroke-opacity": 0.85, "stroke-linecap": "round", fill: "none" }, layers.shots);
  draw("path", { d, stroke: SIDE[seat % 4], "stroke-width": 2, "stroke-linecap": "round", fill: "none", ...more }, layers.shots);
}

function burst(x, y, hit) {
  if (!hit) {
    draw("circle", { cx: x, cy: y, r: 9, fill: "none", stroke: "#fff", "stroke-width": 4.4 }, layers.shots);
    draw("circle", { cx: x, cy: y, r: 9, fill: "none", stroke: INK, "stroke-width": 1.8, "stroke-dasharray": "3 3" }, layers.shots);
    return;
  }
  let d = "";
  for (let i = 0; i < 16; i++) {
    const r = i % 2 ? 8 : 17, a = (i * Math.PI) / 8;
    d += `${i ? "L" : "M"}${x + Math.cos(a) * r} ${y + Math.sin(a) * r}`;
  }
  draw("path", { d: d + "Z", fill: "#c3261c", stroke: "#fff", "stroke-width": 1.8, "stroke-linejoin": "round" }, layers.shots);
}

function drawAction(beat, picture, before) {
  for (const name of ["trails", "shots", "labels"]) layers[name].replaceChildren();
  for (const [unit, target] of picture.aims) {
    const from = centreOf(picture, unit), to = centreOf(picture, target);
    if (from && to && !(beat.shot && beat.shot.unit === unit)) sightLine(from, to, UNITS[unit].seat, { "stroke-dasharray": "4 5" });
  }
  if (beat.shot) {
    const { unit, target, result, needed, rolled } = beat.shot, from = centreOf(before, unit), to = centreOf(before, target);
    if (from && to) {
      sightLine(from, to, UNITS[unit].seat, result === "void" ? { "stroke-dasharray": "1 7" } : {});
      if (result !== "void") burst(to[0], to[1], result === "hit");
      const number = needed === null || needed === undefined ? "" : ` ${rolled} / ${needed}+`;
      tag((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { hit: "Hit", miss: "Miss", void: "No shot" }[result] + number, result === "hit");
    }
  }
  for (const id in beat.units || {}) drawTrail(id, beat, before, picture);
}

function drawTrail(id, beat, before, picture) {
  const [x0, y0, h0] = before.units[id] || [null], [x1, y1, h1, status] = picture.units[id];
  if (x0 === null || x0 === undefined || x1 === null || status !== "alive" || (x0 === x1 && y0 === y1 && h0 === h1)) return;
  const card = UNITS[id], L = card.length * SCALE, W = card.width * SCALE;
  const ghost = draw("g", { transform: `translate(${toX(x0)} ${toY(y0)}) rotate(${-h0})` }, layers.trails);
  draw("rect", { x: -L / 2, y: -W / 2, width: L, height: W, rx: 2, fill: "#fff", "fill-opacity": 0.25, stroke: SIDE[card.seat % 4], "stroke-width": 1.2, "stroke-dasharray": "3 3" }, ghost);
  const far = Math.hypot(x1 - x0, y1 - y0);
  if (far > 0.05) {
    const d = `M${toX(x0)} ${toY(y0)}L${toX(x1)} ${toY(y1)}`;
    draw("path", { d, stroke: "#fff", "stroke-width": 4, "stroke-linecap": "round" }, layers.trails);
    draw("path", { d, stroke: SIDE[card.seat % 4], "stroke-width": 1.8, "stroke-linecap": "round" }, layers.trails);
    if (far > 1) tag((toX(x0) + toX(x1)) / 2 + 26, (toY(y0) + toY(y1)) / 2 - 14, `${far.toFixed(1)} ${RULER}`);
  }
}

// --- around the table ------------------------------------------------------------------------------------------------

// Whether what is being shot at, or shoots, stands where the dice would lie in this view.
function inCorner(beat, picture, [x0, y0, w, h]) {
  const ids = beat.shot ? [beat.shot.unit, beat.shot.target] : [];
  const points = ids.map((id) => centreOf(picture, id)).filter(Boolean);
  return points.some(([x, y]) => x < x0 + w * (phone ? 0.66 : 0.36) && y > y0 + h * 0.7);
}

function showTray(beat, picture, box) {
  const tray = byId("tray");
  tray.replaceChildren();
  tray.hidden = !(beat.dice || []).length;
  tray.classList.toggle("right", inCorner(beat, picture, box));
  for (const roll of beat.dice || []) {
    const pool = make("div", undefined, "pool");
    if (roll.seat >= 0) {
      const icon = sideIcon(roll.seat);
      icon.setAttribute("class", "who");
      pool.appendChild(icon);
    }
    for (const face of roll.faces) pool.appendChild(dieFace(face, roll.seat));
    tray.appendChild(pool);
  }
  const shot = beat.shot;
  if (!tray.hidden && shot && shot.needed) {
    const verdict = make("div", undefined, `verdict ${shot.result}`);
    verdict.append(make("b", `${shot.rolled}: ${shot.result === "hit" ? "hit \u2713" : "miss"}`), make("span", `needed ${shot.needed} or more`));
    tray.appendChild(verdict);
  }
}

function showHead(beat, picture) {
  byId("title").textContent = STORY.title;
  byId("subtitle").textContent = `${STORY.game} \u00b7 ` + (beat.round ? `round ${beat.round}` : "before the battle");
  for (const item of byId("phases").children) item.classList.toggle("now", beat.round > 0 && item.dataset.phase === beat.phase);
  const scored = BEATS.some((each) => (each.scores || []).some(Boolean));
  STORY.seats.forEach(({ name }, seat) => {
    const item = byId("seats").children[seat];
    const own = Object.keys(UNITS).filter((id) => UNITS[id].seat === seat);
    const lost = own.filter((id) => ["wreck", "gone"].includes((picture.units[id] || [])[3])).length;
    const score = scored ? `, ${(beat.scores || [])[seat] || 0} points` : "";
    item.lastChild.lastChild.textContent = `${own.length - lost} of ${own.length} units${score}`;
    const active = beat.round > 0 && beat.active === seat;
    item.classList.toggle("active", active);
    item.title = active ? `${name}: on turn` : name;
  });
}

function showBanner(index) {
  const banner = byId("banner"), end = STORY.end;
  banner.hidden = !(end && index === BEATS.length - 1);
  if (banner.hidden || banner.firstChild) return;
  for (const seat of end.winners) banner.appendChild(sideIcon(seat));
  const words = make("div");
  const names = end.winners.map((seat) => STORY.seats[seat].name).join(" and ");
  words.append(make("b", names ? `${names} ${end.winners.length > 1 ? "win" : "wins"}` : "A draw"));
  words.append(make("span", end.reason + (end.scores.length ? `; score ${end.scores.join(" : ")}` : "")));
  banner.appendChild(words);
}

function cite(clause, line) {
  const link = make("button", clause, "cite");
  link.type = "button";
  link.title = (STORY.clauses[clause] || [""])[0];
  const open = (event) => { event.stopPropagation(); showWhy(clause, line); };
  link.addEventListener("click", open);
  link.addEventListener("pointerenter", open);
  return link;
}

// The rule behind a sentence: the sums of a shot as they were, then the clause in words and its ruling.
function showWhy(clause, line) {
  const why = byId("why");
  why.replaceChildren();
  for (const tally of (line && line.tallies) || []) {
    const table = make("table");
    for (const row of tally.lines) tallyRow(table, row.value, row.reason, row.clause, row.counts ? "" : "off");
    tallyRow(table, tally.total, tally.of, "", "sum");
    why.appendChild(table);
  }
  const [text, ruling] = STORY.clauses[clause] || ["", ""];
  if (clause) why.append(make("code", clause));
  if (text) why.append(make("p", text));
  if (ruling) why.append(make("p", `Ruling: ${ruling}`, "ruling"));
  if (!why.firstChild) why.append(make("p", STORY.goal || "Hover or tap a clause to read the rule behind it."));
  why.scrollTop = 0;
}

function tallyRow(table, value, words, clause, kind) {
  const row = table.insertRow();
  row.className = kind;
  row.insertCell().textContent = kind || table.rows.length === 1 ? value : value > 0 ? `+${value}` : String(value).replace("-", "\u2212");
  row.insertCell().textContent = words;
  const last = row.insertCell();
  if (clause) last.appendChild(cite(clause));
}

const logLines = [];
function buildLog() {
  BEATS.forEach((beat, index) => {
    for (const line of beat.lines || []) {
      const item = make("li", undefined, { round_started: "head", game_ended: "head", turn_started: "turn" }[line.kind] || "");
      if (line.kind === "unit_destroyed" || line.kind === "token_removed") item.classList.add("loss");
      const seat = line.kind === "turn_started" ? beat.active : line.about && UNITS[line.about[0]] ? UNITS[line.about[0]].seat : beat.seat;
      if (seat >= 0) item.style.setProperty("--side", SIDE[seat % 4]);
      item.append(make("span", line.text));
      if (line.clause) item.append(" ", cite(line.clause, line));
      item.addEventListener("click", () => { halt(); show(index); showWhy(line.clause, line); });
      byId("log").appendChild(item);
      logLines.push([index, item, line]);
    }
  });
}

function showLog(index) {
  let shown = null, main = null;
  for (const [beat, item, line] of logLines) {
    item.classList.toggle("ahead", beat > index);
    item.classList.toggle("now", beat === index);
    if (beat <= index) shown = item;
    if (beat === index && (!main || line.tallies)) main = line;
  }
  // the rule card first: it changes the height the log has left
  showWhy(main ? main.clause : "", main);
  const log = byId("log");
  const below = shown ? shown.offsetTop + shown.offsetHeight - log.offsetTop : 0;
  log.scrollTop = below - log.clientHeight * 0.8;
}

// --- camera ----------------------------------------------------------------------------------------------------------

function wanted(beat, picture) {
  if (!follow) return WHOLE;
  const ids = new Set(Object.keys(beat.units || {}));
  if (beat.shot) ids.add(beat.shot.unit).add(beat.shot.target);
  for (const pair of beat.aims || []) pair.forEach((id) => ids.add(id));
  const points = [...ids].map((id) => centreOf(picture, id)).filter(Boolean);
  if (!points.length || points.length > 14) return WHOLE;
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  const view = plan.getBoundingClientRect(), ratio = view.width / Math.max(1, view.height), room = 110;
  let w = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * room, WHOLE[2] * 0.45), h = Math.max(...ys) - Math.min(...ys) + 2 * room;
  if (w / h < ratio) w = h * ratio; else h = w / ratio;
  if (w >= WHOLE[2] && h >= WHOLE[3]) return WHOLE;
  const inside = (centre, size, low, whole) => (size >= whole ? low + (whole - size) / 2 : Math.min(Math.max(centre - size / 2, low), low + whole - size));
  const x = inside((Math.max(...xs) + Math.min(...xs)) / 2, w, WHOLE[0], WHOLE[2]);
  return [x, inside((Math.max(...ys) + Math.min(...ys)) / 2, h, WHOLE[1], WHOLE[3]), w, h];
}

function look(box) {
  camera = box;
  plan.setAttribute("viewBox", box.map((n) => n.toFixed(2)).join(" "));
  const view = plan.getBoundingClientRect();
  const pixels = Math.min(view.width / box[2], view.height / box[3]) || 1;
  plan.style.setProperty("--badge", Math.min(2.1, Math.max(0.8, 1.05 / pixels)).toFixed(3));
  for (const badge of plan.querySelectorAll(".badge")) badge.style.transform = "scale(var(--badge))";
}

function fly(to, at_once) {
  cancelAnimationFrame(flight);
  if (at_once || calm || to.every((n, i) => Math.abs(n - camera[i]) < 0.5)) return look(to);
  const from = camera.slice(), start = performance.now();
  const frame = (time) => {
    const t = Math.min(1, (time - start) / 320), ease = 1 - (1 - t) ** 3;
    look(from.map((n, i) => n + (to[i] - n) * ease));
    if (t < 1) flight = requestAnimationFrame(frame);
  };
  flight = requestAnimationFrame(frame);
}

// --- moving through the story ----------------------------------------------------------------------------------------

function show(index, at_once) {
  index = Math.max(0, Math.min(BEATS.length - 1, index));
  plan.style.setProperty("--pace", at_once || Math.abs(index - now) > 1 ? "0ms" : `${Math.round(420 / SPEEDS[speed])}ms`);
  now = index;
  const beat = BEATS[index], picture = PICTURES[index], before = PICTURES[Math.max(0, index - 1)];
  for (const id in tokenFigures) {
    const there = id in picture.tokens;
    tokenFigures[id].root.classList.toggle("gone", !there);
    showMarkers(tokenFigures[id], id, there ? picture.tokens[id] : 0);
  }
  for (const id in unitFigures) placeUnit(id, picture, beat);
  drawAction(beat, picture, before);
  const box = wanted(beat, picture);
  showTray(beat, picture, box);
  showHead(beat, picture);
  showBanner(index);
  showLog(index);
  const scrub = byId("scrub");
  scrub.value = index;
  scrub.style.setProperty("--done", `${(100 * index) / Math.max(1, BEATS.length - 1)}%`);
  scrub.setAttribute("aria-valuetext", (beat.lines || []).map((line) => line.text).join(" ") || `step ${index}`);
  byId("count").textContent = `${index} / ${BEATS.length - 1}`;
  fly(box, at_once);
}

const isTurn = (index) => index <= 0 || index >= BEATS.length - 1 || (BEATS[index].events || []).includes("turn_started");
function turnFrom(index, way) {
  do index += way; while (!isTurn(index));
  return index;
}

function halt() {
  clearTimeout(timer);
  timer = 0;
  byId("play").classList.remove("playing");
  byId("play").setAttribute("aria-label", "Play");
}

function tick() {
  if (now >= BEATS.length - 1) return halt();
  show(now + 1);
  const beat = BEATS[now], slow = beat.shot || (beat.dice || []).length ? 1500 : beat.aims ? 1300 : 620;
  timer = setTimeout(tick, slow / SPEEDS[speed]);
}

function toggle() {
  if (timer) return halt();
  if (now >= BEATS.length - 1) show(0, true);
  byId("play").classList.add("playing");
  byId("play").setAttribute("aria-label", "Pause");
  timer = setTimeout(tick, 60);
}

function toggleFollow() {
  follow = !follow;
  byId("follow").setAttribute("aria-pressed", String(follow));
  fly(wanted(BEATS[now], PICTURES[now]));
}

function press(event) {
  const turn = event.shiftKey;
  const act = {
    ArrowRight: () => show(turn ? turnFrom(now, 1) : now + 1),
    ArrowLeft: () => show(turn ? turnFrom(now, -1) : now - 1),
    Home: () => show(0),
    End: () => show(BEATS.length - 1),
    f: toggleFollow,
  }[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    toggle();
  } else if (act) {
    event.preventDefault();
    if (event.key !== "f") halt();
    act();
  }
}

function buildFrame() {
  const known = [];
  for (const beat of BEATS) if (beat.round > 0 && beat.phase && !known.includes(beat.phase)) known.push(beat.phase);
  // a first player may have given up the first phase, so the order of appearance is not the order of a turn
  const rank = (phase) => ["movement", "target_declaration", "shooting"].indexOf(phase);
  known.sort((a, b) => rank(a) - rank(b)).forEach((phase) => {
    if (["deployment", "battlefield"].includes(phase)) return;
    const item = make("li", phase.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase()));
    item.dataset.phase = phase;
    byId("phases").appendChild(item);
  });
  STORY.seats.forEach(({ name, side }, seat) => {
    const item = make("li"), state = make("small");
    item.style.color = SIDE[seat % 4];
    state.append(make("span", side ? `${side}, ` : "", "force"), make("span"));
    item.append(sideIcon(seat), make("b", name), state);
    byId("seats").appendChild(item);
  });
  buildMarks();
  buildLog();
}

function buildMarks() {
  const marks = byId("marks"), place = (index) => `${(100 * index) / Math.max(1, BEATS.length - 1)}%`;
  BEATS.forEach((beat, index) => {
    const events = beat.events || [];
    if (events.includes("round_started")) {
      const tick = make("i"), label = make("em", String(beat.round));
      tick.style.left = label.style.left = place(index);
      marks.append(tick, label);
    }
    for (const line of beat.lines || []) {
      if (line.kind !== "unit_destroyed") continue;
      const icon = sideIcon(UNITS[line.about[0]].seat);
      icon.style.left = place(index);
      marks.appendChild(icon);
    }
  });
}

buildFrame();
byId("scrub").max = BEATS.length - 1;
byId("scrub").addEventListener("input", (event) => { halt(); show(Number(event.target.value)); });
byId("first").addEventListener("click", () => { halt(); show(0); });
byId("back").addEventListener("click", () => { halt(); show(now - 1); });
byId("step").addEventListener("click", () => { halt(); show(now + 1); });
byId("last").addEventListener("click", () => { halt(); show(BEATS.length - 1); });
byId("play").addEventListener("click", toggle);
byId("follow").addEventListener("click", toggleFollow);
byId("follow").setAttribute("aria-pressed", String(follow));
byId("speed").addEventListener("click", () => {
  speed = (speed + 1) % SPEEDS.length;
  byId("speed").textContent = `${SPEEDS[speed]}\u00d7`;
});
document.addEventListener("keydown", press);
window.addEventListener("resize", () => fly(wanted(BEATS[now], PICTURES[now]), true));
show(Number(location.hash.slice(1)) || 0, true);
