/** The style sheet, inline because the pages load nothing; the Content-Security-Policy allows it by its hash. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f7f8fa; --paper: #ffffff; --ink: #1a212d; --quiet: #525d6e; --line: #e1e5eb; --edge: #7d8796;
  --act: #1b5bc9; --act-over: #174ca8; --on-act: #ffffff; --failed: #b93218; --failed-tint: #fdebe6; --tint: #e8f0fe;
  --shade: 0 1px 2px rgb(24 32 44 / 6%), 0 12px 32px rgb(24 32 44 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10141b; --paper: #171d26; --ink: #e7ebf2; --quiet: #a2adbd; --line: #2b3441; --edge: #788494;
    --act: #82b1ff; --act-over: #a8c9ff; --on-act: #0a1830; --failed: #ff9479; --failed-tint: #44201a; --tint: #1b2c4a;
    --shade: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%);
  }
}
* { box-sizing: border-box; }
html { height: 100%; }
body {
  min-height: 100%; margin: 0; padding: 24px 16px; display: grid; place-items: center;
  background: var(--ground); color: var(--ink);
  font: 14px/1.5 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 32px;
  background: var(--paper); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shade);
}
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; color: var(--quiet); font-size: 13px; }
.brand svg { flex: none; width: 24px; height: 24px; color: var(--act); }
h1 { margin: 0 0 24px; font-size: 20px; font-weight: 600; line-height: 1.3; }
h2 { margin: 32px 0 4px; padding: 24px 0 0; border-top: 1px solid var(--line); font-size: 16px; font-weight: 600; line-height: 1.3; }
p { margin: 0 0 16px; }
label { display: block; margin: 0 0 4px; font-weight: 600; font-size: 13px; }
input {
  display: block; width: 100%; min-height: 44px; margin: 0 0 16px; padding: 8px 12px;
  color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: 8px; font: inherit; font-size: 16px;
}
input[aria-invalid] { border-color: var(--failed); }
button, .button {
  display: block; width: 100%; min-height: 44px; margin: 24px 0 0; padding: 10px 16px; border: 1px solid transparent; border-radius: 8px;
  background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--act-over); }
.button.plain { margin-top: 8px; background: transparent; color: var(--act); }
.button.plain:hover { background: var(--tint); }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px; }
.alert {
  display: flex; gap: 8px; margin: 0 0 16px; padding: 12px;
  color: var(--failed); background: var(--failed-tint); border-radius: 8px;
}
input + .help { margin-top: -8px; }
.help { color: var(--quiet); font-size: 13px; }
.done { margin: 0 0 16px; padding: 12px; color: var(--ink); background: var(--tint); border-radius: 8px; }
.alert svg { flex: none; width: 20px; height: 20px; }
.demo { margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); color: var(--quiet); font-size: 13px; }
.demo ul { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 0; padding: 0; list-style: none; }
.demo code { display: block; padding: 2px 8px; color: var(--ink); background: var(--tint); border-radius: 6px; font: inherit; }
.detail { margin: 16px 0 0; color: var(--quiet); font-size: 12px; overflow-wrap: anywhere; }
@media (max-width: 420px) { main { padding: 24px 20px; } }
@media (forced-colors: active) { button, .button { border-color: ButtonText; } }
`
