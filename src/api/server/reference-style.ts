/** Style of the reference; it follows the reader's choice of light or dark. @param font where that of the console lies */
export const referenceStyle = (font: string | undefined): string => `
${font === undefined ? '' : `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(${font}) format("woff2")}`}
:root{color-scheme:light dark;--ink:light-dark(#1b1c22,#e8e8ee);--soft:light-dark(#5c5f6e,#a2a5b5);--line:light-dark(#e3e4ea,#33353f);--paper:light-dark(#fff,#16171c);--shade:light-dark(#f6f6f9,#1e2027);--link:light-dark(#3b4fd8,#9aa8ff)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);background:var(--paper);color:var(--ink);font:15px/1.55 Inter,system-ui,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.25rem;border-right:1px solid var(--line);background:var(--shade);font-size:13px}
nav h2{margin:1.4rem 0 .3rem;font-size:12px;color:var(--soft);font-weight:600}
nav ul{margin:0;padding:0;list-style:none}nav li a{display:inline-block;padding:.15rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav li a:hover,nav li a:focus-visible{color:var(--link)}nav .home{font-weight:700;font-size:16px;color:inherit;text-decoration:none}
main{padding:2rem clamp(1rem,4vw,4rem);max-width:68rem}a{color:var(--link)}
h1{margin:0 0 .5rem;font-size:2rem}h1 small{font-size:1rem;color:var(--soft);font-weight:400}
nav form{margin:1rem 0}nav label{display:grid;gap:.25rem;color:var(--soft)}nav input{font:inherit;color:inherit;padding:.4rem .6rem;background:var(--paper);border:1px solid light-dark(#858c98,#7d8590);border-radius:6px}
.operations{list-style:none;padding:0}.operations li{padding:.25rem 0}.operations li:target{outline:2px solid var(--link);outline-offset:2px}
details{margin:.6rem 0}summary{cursor:pointer}details:target>summary{color:var(--link)}
pre{font:13px/1.45 ui-monospace,monospace;background:var(--shade);padding:.8rem 1rem;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
section>h2{margin:3rem 0 .5rem;padding-bottom:.4rem;border-bottom:1px solid var(--line)}
article{margin:2rem 0;padding:1.25rem 1.5rem;border:1px solid var(--line);border-radius:10px}
article:target{border-color:var(--link)}article h2{margin:0 0 .4rem;font-size:1.17em}article h3{margin:1.2rem 0 .3rem;font-size:14px}
.address code{font-size:15px}.facts{color:var(--soft);font-size:13px}
code{font:13px/1.4 ui-monospace,monospace;background:var(--shade);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:13.5px}th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-top:1px solid var(--line)}th{border:0;color:var(--soft);font-weight:600}
.answers{margin:0;padding-left:1.2rem}em{font-style:normal;color:var(--soft);font-size:12px}
b.get,b.post,b.put,b.delete,b.patch{font:600 11px ui-monospace,monospace}
b.get{color:light-dark(#1d6f42,#6fd39a)}b.post{color:light-dark(#8a4b00,#f0b463)}b.put,b.patch{color:light-dark(#3b4fd8,#9aa8ff)}b.delete{color:light-dark(#b3261e,#ff8f88)}
td,li,p,h2,h3{overflow-wrap:break-word}
@media (max-width:52rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}
main{padding:1.5rem 1rem}article{margin:1.25rem 0;padding:1rem}
table,tbody,tr,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{padding:.5rem 0;border-top:1px solid var(--line)}td{display:inline;margin-right:.6rem;padding:0;border:0}td:last-child{display:block;margin:.2rem 0 0}td:last-child p{margin:.4rem 0}}
`;
