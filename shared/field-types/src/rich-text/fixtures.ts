import { type FieldTypeFixtures, fixtureIds } from '../core/field-type-fixtures.ts'

const [item] = fixtureIds.items
const [picture] = fixtureIds.medias

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const t = (text: string, ...marks: unknown[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
const bold = { type: 'bold' }
const italic = { type: 'italic' }
const link = (href: string) => ({ type: 'link', attrs: { href } })
const plain = (text: string) => doc(p(t(text)))
const image = { type: 'image', attrs: { mediaItemId: picture, alt: 'A camera' } }
const list = (...texts: string[]) => ({
  type: 'bulletList',
  content: texts.map((text) => ({ type: 'listItem', content: [p(t(text))] })),
})
const nested = (depth: number): unknown =>
  depth === 0 ? p(t('deep')) : { type: 'blockquote', content: [nested(depth - 1)] }

export const richText: FieldTypeFixtures = {
  type: 'richText',
  settings: { default: {}, short: { minLength: 3, maxLength: 10 } },
  badSettings: [{ maxLength: 0 }, { minLength: 2, maxLength: 1 }, { toolbar: [] }],
  valid: [
    {
      value: doc(
        { type: 'heading', attrs: { level: 2 }, content: [t('Title & more')] },
        p(t('A '), t('bold', italic, bold), t(' word')),
        list('one', 'two'),
      ),
      normalised: doc(
        { type: 'heading', attrs: { level: 2 }, content: [t('Title & more')] },
        p(t('A '), t('bold', bold, italic), t(' word')),
        list('one', 'two'),
      ),
      indexKeys: { text: ['title & more a bold word one two'] },
      plainText: 'Title & more A bold word one two',
      searchText: 'Title & more\nA bold word\none\ntwo',
    },
    {
      value: doc(p(t('x<script>alert(1)</script>', link('https://example.com/?a=1&b="2"')))),
      delivered: {
        json: doc(p(t('x<script>alert(1)</script>', link('https://example.com/?a=1&b="2"')))),
        html: '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer">x&lt;script&gt;alert(1)&lt;/script&gt;</a></p>',
      },
    },
    {
      value: doc(image, p(t('See ', { type: 'link', attrs: { contentItemId: item } }))),
      references: [
        {
          kind: 'item',
          id: picture,
          path: '.content[0].attrs.mediaItemId',
          allows: { contentTypeKind: 'media', mimeTypes: ['image/*'] },
        },
        { kind: 'item', id: item, path: '.content[1].content[0].marks[0].attrs.contentItemId' },
      ],
    },
    {
      value: doc({ type: 'paragraph', attrs: { textAlign: null }, content: [t('a'), t('b'), t('')] }),
      normalised: plain('ab'),
    },
    {
      value: doc({
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', attrs: { colspan: 2, rowspan: 1, colwidth: null }, content: [p(t('Size'))] },
            ],
          },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [p(t('S'))] },
              { type: 'tableCell', content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      }),
      normalised: doc({
        type: 'table',
        content: [
          { type: 'tableRow', content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [p(t('Size'))] }] },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [p(t('S'))] },
              { type: 'tableCell', content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      }),
    },
    {
      value: doc(
        { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [p(t('three'))] }] },
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [t('a < b\n  && c')] },
        { type: 'horizontalRule' },
        { type: 'blockquote', content: [p(t('said'), { type: 'hardBreak' }, t('twice'))] },
      ),
    },
    { value: doc({ type: 'horizontalRule' }), indexKeys: { text: [''] } },
    { value: doc(nested(8)) },
    { value: doc({ type: 'paragraph' }), normalised: null },
    { value: doc(p(t('  '))), normalised: null },
    { value: { type: 'doc' }, normalised: null },
    { value: '', normalised: null },
    { settings: 'short', value: plain('ten chars!') },
  ],
  invalid: [
    { value: 'text', code: 'WRONG_TYPE' },
    { value: '<p>html</p>', code: 'WRONG_TYPE' },
    { value: { type: 'paragraph' }, code: 'MISPLACED_NODE' },
    { value: doc(p(t('x')), list()), code: 'MISPLACED_NODE', path: '.content[1].content' },
    { value: doc({ type: 'script', content: [t('x')] }), code: 'UNKNOWN_NODE', path: '.content[0]' },
    { value: doc({ type: 'constructor' }), code: 'UNKNOWN_NODE' },
    { value: doc(t('loose')), code: 'MISPLACED_NODE' },
    { value: doc(p(t('x', { type: 'style' }))), code: 'UNKNOWN_NODE' },
    { value: doc(p(t('x', bold, bold))), code: 'UNKNOWN_NODE' },
    { value: doc(p(t('x', link('javascript:alert(1)')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link(' jAvascript:alert(1)')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link('java\tscript:alert(1)')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link('\u0001javascript:alert(1)')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link('vbscript:x')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link('data:text/html;base64,PHNjcmlwdD4=')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link('//evil.example')))), code: 'FORBIDDEN_LINK' },
    { value: doc(p(t('x', link('/\\evil.example')))), code: 'FORBIDDEN_LINK' },
    {
      value: doc(p(t('x', { type: 'link', attrs: { href: 'https://a.example', onclick: 'x' } }))),
      code: 'FORBIDDEN_LINK',
    },
    { value: doc(p(t('x', { type: 'link', attrs: {} }))), code: 'FORBIDDEN_LINK' },
    { value: doc({ type: 'heading', attrs: { level: 5 }, content: [t('x')] }), code: 'WRONG_TYPE' },
    { value: doc({ type: 'image', attrs: { mediaItemId: 'x' } }), code: 'WRONG_TYPE' },
    { value: doc({ type: 'image', attrs: { src: 'https://a.example/x.png' } }), code: 'WRONG_TYPE' },
    { value: doc({ ...p(t('x')), onload: 'x' }), code: 'UNKNOWN_KEY' },
    { value: doc({ type: 'paragraph', attrs: { style: 'x' }, content: [t('x')] }), code: 'WRONG_TYPE' },
    { value: doc({ type: 'bulletList', content: [p(t('x'))] }), code: 'MISPLACED_NODE' },
    { value: doc({ type: 'bulletList', content: [{ type: 'listItem', content: [image] }] }), code: 'MISPLACED_NODE' },
    { value: doc({ type: 'codeBlock', content: [t('x', bold)] }), code: 'MISPLACED_NODE' },
    { value: doc(nested(9)), code: 'TOO_DEEP' },
    { value: plain('x'.repeat(200_001)), code: 'TOO_LARGE' },
    { value: plain('a\u0000'), code: 'FORBIDDEN_CHARACTER' },
    { settings: 'short', value: plain('ab'), code: 'TOO_SHORT' },
    { settings: 'short', value: plain('eleven char'), code: 'TOO_LONG' },
  ],
  filters: [
    {
      values: [plain('Fast autofocus'), doc(list('Fast', 'light')), plain('Slow'), null],
      cases: [
        { operator: 'startsWith', value: 'fast', matches: [0, 1] },
        { operator: 'isEmpty', matches: [3] },
        { operator: 'isNotEmpty', matches: [0, 1, 2] },
      ],
    },
  ],
  badFilters: [
    { operator: 'equals', value: plain('x') },
    { operator: 'startsWith', value: plain('x') },
  ],
  settingsChanges: [
    { before: {}, after: { maxLength: 5 }, change: 'narrowing' },
    { before: { minLength: 2 }, after: {}, change: 'widening' },
  ],
}
