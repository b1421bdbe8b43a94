//! The rendered page in a browser: no error, and a click on a piece shows its moves. Runs where Chromium is installed; with
//! `FERZ_AXE=/path/to/axe.min.js` the accessibility checker axe-core looks at the page too. `FERZ_NEEDS=browser,axe` makes
//! it an error that one of them is missing.

use std::path::Path;
use std::process::Command;

use crate::common;
use ferz::pages::render;

const BROWSER: &str = "/usr/bin/chromium";

/// What the page looks like after a script of the test has run in it.
fn dump(folder: &Path, name: &str, html: &str, width: u32) -> String {
    let file = folder.join(format!("{name}-{width}.html"));
    std::fs::write(&file, html).expect("the folder of the test can be written");
    let output = Command::new(BROWSER)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_page_works_in_a_browser() {
    if !Path::new(BROWSER).exists() {
        crate::common::skipped("browser", &format!("{BROWSER} is not installed: no rendered page has been opened"));
        return;
    }
    let axe = std::env::var("FERZ_AXE").ok().and_then(|path| std::fs::read_to_string(path).ok());
    if axe.is_none() {
        crate::common::skipped("axe", "FERZ_AXE names no axe.min.js: accessibility has not been checked");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chromium");
    std::fs::create_dir_all(&folder).expect("the folder of the test can be made");
    for name in ["chess", "cylinder", "grand", "crazyhouse", "xiangqi", "amazons"] {
        let page = render::html(&common::variant(name), Some("A game."));
        let early = "<head><script>window.faults=[];window.onerror=(m)=>{faults.push(String(m))};\
                     console.error=(...m)=>{faults.push(m.join(' '))};</script>";
        let late = "<script>[...document.querySelectorAll('svg.start .piece')].some(m=>{m.dispatchEvent(new MouseEvent('click',{bubbles:true}));\
                    return document.querySelectorAll('.shown').length>0;});\
                    const out=document.createElement('pre');out.id='seen';\
                    out.textContent='faults:'+faults.length+' shown:'+document.querySelectorAll('.shown').length\
                    +' wide:'+(document.documentElement.scrollWidth>innerWidth)+' said:'+document.querySelector('.answer').textContent;\
                    document.body.appendChild(out);</script>";
        let check = axe.as_ref().map_or(String::new(), |axe| {
            format!(
                "<script>{}</script><script>axe.run().then(r=>{{const o=document.createElement('pre');o.id='axe';\
                 o.textContent='serious:'+r.violations.filter(v=>['serious','critical'].includes(v.impact)).map(v=>v.id).join(',')+';';\
                 document.body.appendChild(o);}});</script>",
                axe.replace("</script", "<\\/script")
            )
        });
        let page = page.replacen("<head>", early, 1).replacen("</body>", &format!("{late}{check}</body>"), 1);
        for width in [390, 1200] {
            let seen = dump(&folder, name, &page, width);
            assert!(seen.contains("faults:0 "), "{name} at {width}: {}", tail(&seen));
            assert!(seen.contains("wide:false"), "{name} at {width} is wider than the window: {}", tail(&seen));
            assert!(!seen.contains("shown:0 ") && seen.contains("shown:"), "{name} at {width}: {}", tail(&seen));
            if axe.is_some() {
                assert!(seen.contains("serious:;"), "{name} at {width}: {}", tail(&seen));
            }
        }
    }
}

fn tail(text: &str) -> &str {
    let mut at = text.len().saturating_sub(600);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}
