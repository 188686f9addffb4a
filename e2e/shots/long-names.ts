/** Names as long as languages make them, and in scripts that break lines by other rules. */
export const longNames = [
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzbuchhalter',
  'Kraftfahrzeughaftpflichtversicherungsbescheinigungsmappe aus pflanzlich gegerbtem Vollrindleder',
  'Nordöstersjökustartilleriflygspaningssimulatoranläggningsmaterielunderhåll',
  '折りたたみ式アウトドア用ステンレス製真空断熱ケトル（一リットル・収納袋付き）',
  '可折叠户外不锈钢真空保温水壶（一升，附收纳袋）',
  'مصباح عاصفة نحاسي بزجاج مقاوم للحرارة',
  'Ǆ ﬃ ẞ İ ı — “quotes”, <tags>, & entities; \u00a0 hard spaces',
  'a',
]
