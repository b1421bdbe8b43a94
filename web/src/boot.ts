// The first script of the page: it lets a worker unpack the module while the browser reads the rest of the page.
import "./style.css";
import { startUnpacking } from "./module";

startUnpacking();
void import("./main");
