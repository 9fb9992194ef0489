// The look of the table, in the order it builds up.
import "./frame.css";
import "./asking.css";
import "./log.css";
import "./floating.css";
import "./theatre.css";
import "./hand.css";
import "./sheets.css";
import "./stacked.css";
import "./sea.css";
import "./terms.css";
import "./threads.css";
import "./left.css";
import "./goals.css";
import "./narrow.css";
import "./lesson.css";
import "./lying.css";
