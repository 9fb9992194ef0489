// The look of the table, in the order it builds up.
import "./frame.css";
import "./asking.css";
import "./log.css";
import "./floating.css";
import "./hand.css";
import "./sheets.css";
import "./sea.css";
import "./left.css";
import "./narrow.css";
