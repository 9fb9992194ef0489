// The look of the pages.
import "./styles/frame.css";
import "./styles/home.css";
import "./styles/battle.css";
import "./styles/rules_block.css";
import "./styles/pages.css";
