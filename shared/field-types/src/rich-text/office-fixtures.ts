const item = (level: number, marker: string, text: string, list = 'l0') =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>

`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
<meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;} p.MsoTitle {font-size:28.0pt;} @page {size:595pt 842pt;} --></style>
</head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Kettle<o:p></o:p></h1>
<p class=MsoNormal>It <b style='mso-bidi-font-weight:normal'>boils</b> water and
<i>whistles</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item(1, '·', 'Steel')}${item(2, 'o', 'Brushed')}${item(2, 'o', '<b>Polished</b>')}${item(1, '·', 'Copper')}<p class=MsoNormal>In order:<o:p></o:p></p>
${item(1, '3.', 'Fill', 'l1')}${item(1, '4.', 'Boil', 'l1')}${item(2, 'a)', 'Wait', 'l1')}
<table class=MsoTableGrid border=1 cellspacing=0><tr style='mso-yfti-irow:0'><td width=200 valign=top><p class=MsoNormal><b>Size</b><o:p></o:p></p></td>
<td><p class=MsoNormal>1 l<o:p></o:p></p></td></tr></table>
<p class=MsoNormal>End<o:p></o:p></p><!--EndFragment--></body></html>`

const run = (weight: number, text: string, more = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:${weight};font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${more}">${text}</span>`

const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;">${run(400, 'Kettle')}</h2><p dir="ltr" style="line-height:1.38;">${run(400, 'It ')}${run(700, 'boils')}${run(400, ' water, ')}${run(400, 'and whistles', 'font-style:italic;')}</p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation">${run(400, 'Steel')}</p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;font-weight:700;" aria-level="2"><p dir="ltr" role="presentation">${run(700, 'Brushed')}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${run(400, 'Copper')}</p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;vertical-align:top;"><p dir="ltr">${run(700, 'Size')}</p></td><td><p dir="ltr">${run(400, '1 l')}</p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Excel 15"><link rel=File-List href="file:///C:/clip_filelist.xml">
<style>
<!--table {mso-displayed-decimal-separator:"\\.";}
td {padding-top:1px; font-weight:400; font-style:normal;}
.xl65 {font-weight:700; text-align:center;}
.xl66 {mso-number-format:"0\\.00"; font-style:italic;}
-->
</style></head><body link="#0563C1"><table border=0 cellpadding=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
<col width=64 span=2 style='width:48pt'>
<tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64>Size</td><td class=xl65>Weight</td></tr>
<tr height=20><td height=20>1 l</td><td class=xl66 align=right x:num>0.75</td></tr>
<!--EndFragment-->
</table></body></html>`

const sheets = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Size</td><td>1 l</td></tr></tbody></table>`

const cell = (text: string) => `<td><p>${text}</p></td>`
const table = (...rows: string[]) => `<table><tbody>${rows.map((each) => `<tr>${each}</tr>`).join('')}</tbody></table>`
const row = table(cell('<strong>Size</strong>') + cell('1 l'))

/** HTML that these programs put on the clipboard and save. */
export const officeTexts = [
  {
    name: 'Word',
    given: word,
    expected:
      '<h1>Kettle</h1><p>It <strong>boils</strong> water and <em>whistles</em>.</p>' +
      '<ul><li><p>Steel</p><ul><li><p>Brushed</p></li><li><p><strong>Polished</strong></p></li></ul></li><li><p>Copper</p></li></ul>' +
      '<p>In order:</p><ol start="3"><li><p>Fill</p></li><li><p>Boil</p><ol><li><p>Wait</p></li></ol></li></ol>' +
      `${row}<p>End</p>`,
  },
  {
    name: 'Google Docs',
    given: docs,
    expected:
      '<h2>Kettle</h2><p>It <strong>boils</strong> water, <em>and whistles</em></p>' +
      `<ul><li><p>Steel</p><ul><li><p><strong>Brushed</strong></p></li></ul></li><li><p>Copper</p></li></ul>${row}`,
  },
  {
    name: 'Excel',
    given: excel,
    expected: table(
      cell('<strong>Size</strong>') + cell('<strong>Weight</strong>'),
      cell('1 l') + cell('<em>0.75</em>'),
    ),
  },
  { name: 'Google Sheets', given: sheets, expected: row },
]
