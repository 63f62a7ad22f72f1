/** Unchanged clipboard HTML that real programs produce for a short text. For unit and browser tests. */

const WORD_BULLET =
  "<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>"
const WORD_CIRCLE = WORD_BULLET.replace('·', 'o').replaceAll('Symbol', '"Courier New"')
const wordNumber = (number: number) =>
  `<![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>${number}.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`

export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:12.0pt;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'>
<!--StartFragment-->
<h1><span style='font-weight:normal'>On uploads<o:p></o:p></span></h1>
<p class=MsoNormal>Before <b style='mso-bidi-font-weight:normal'>bold</b> and <i style='mso-bidi-font-style:normal'>slanted</i> words,
see <a href="https://paper.example/1">the paper</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${WORD_BULLET}First point<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'>${WORD_CIRCLE}Below it<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${WORD_BULLET}Second point<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'>${wordNumber(1)}Step one<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'>${wordNumber(2)}Step two<o:p></o:p></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_x0020_1" type="#_x0000_t75"><v:imagedata src="file:///C:/x/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=200 height=100 src="file:///C:/x/clip_image002.png" v:shapes="Picture_x0020_1"><![endif]><o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=301 valign=top><p class=MsoNormal>Year<o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal>Scans<o:p></o:p></p></td></tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'><td width=301 valign=top><p class=MsoNormal>2031<o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal>4<o:p></o:p></p></td></tr>
</table>
<!--EndFragment-->
</body></html>`

const DOCS_TEXT =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;'
const docs = (text: string, weight = 400, slant = 'normal') =>
  `<span style="${DOCS_TEXT}font-weight:${weight};font-style:${slant};">${text}</span>`
const docsItem = (text: string, level: number, kind = 'disc') =>
  `<li dir="ltr" style="list-style-type:${kind};${DOCS_TEXT}font-weight:400;font-style:normal;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${docs(text)}</p></li>`

export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7a1c5f0e-7fff-1b2c-3d4e-5f6a7b8c9d0e"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${docs('On uploads')}</h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${docs('Plain, ')}${docs('bold', 700)}${docs(' and ')}${docs('slanted', 400, 'italic')}${docs(', see ')}<a href="https://paper.example/1" style="text-decoration:none;"><span style="${DOCS_TEXT}color:#1155cc;font-weight:400;text-decoration:underline;">the paper</span></a>${docs('.')}</p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('First point', 1)}<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Below it', 2, 'circle')}</ul>${docsItem('Second point', 1)}</ul><ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Step one', 1, 'decimal')}</ol></b><br class="Apple-interchange-newline">`

export const WEB_PAGE = `<html><body><!--StartFragment--><h2 style="color: rgb(0, 0, 0); font-family: serif;"><span id="Mind">Mind uploading</span></h2><p style="margin: 0.5em 0px; color: rgb(32, 33, 34);"><b>Whole brain emulation</b><span> </span>is a process<sup id="cite_ref-1"><a href="https://wiki.example/Mind#cite_note-1">[1]</a></sup><span> </span>described by<span> </span><a href="https://wiki.example/Sandberg" title="Anders" onclick="alert(1)">Sandberg</a>.<img src="https://wiki.example/a.png" onerror="alert(1)"><img src="https://wiki.example/count.gif" width="1" height="1"></p><figure><img src="https://wiki.example/b.png" alt="A brain"></figure><video src="https://wiki.example/c.mp4"></video><script>alert(1)</script><p>Call <code style="font-family: monospace;">scan()</code>:</p><div class="highlight"><pre><code><span>for</span> slice in brain:\n    scan(slice)\n</code></pre></div><!--EndFragment--></body></html>`

export const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--td {mso-number-format:General;}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=128><!--StartFragment--> <col width=64 span=2> <tr height=20><td height=20 width=64>Year</td><td width=64>Scans</td></tr> <tr height=20><td height=20 align=right>2031</td><td align=right>4</td></tr><!--EndFragment--></table></body></html>`

export const MARKDOWN = `# On uploads

See **the paper** and [its author](https://paper.example/1), _slowly_.

- First point
  - Below it
- Second point

1. Step one
2. Step two

> Said before.

\`\`\`
scan()
\`\`\``
