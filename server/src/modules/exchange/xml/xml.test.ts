import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { inspectFile } from '../files/inspect-file.ts'
import { maxParts } from '../files/limits.ts'

const folder = join(import.meta.dirname, '../../../../testing/xml')
const chunksOf = function* (bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
/** What is said of a text, or of one of our files. */
const inspected = (content: string | Buffer, options?: Parameters<typeof inspectFile>[1], size = 7) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return inspectFile(() => chunksOf(bytes, size), options)
}
const rowsOf = async (name: string, options?: Parameters<typeof inspectFile>[1]) => {
  const { shape, firstRows, problems } = await inspected(readFileSync(join(folder, name)), options)
  expect(problems).toEqual([])
  return { shape, rows: firstRows.map((row) => Object.fromEntries(row)) }
}
const codesOf = async (content: string | Buffer) =>
  (await inspected(content, {}, 64_000)).problems.map(({ code, params }) => [code, params?.reason ?? params?.kind])

describe('an XML file of a known kind', () => {
  it('is BMEcat 1.2: a row for each article, with units, currencies, groups and addresses from elsewhere in the file', async () => {
    const { shape, rows } = await rowsOf('bmecat-1.2.xml')
    expect(shape).toMatchObject({
      format: 'xml',
      // As the file says, which its bytes alone do not.
      encoding: 'windows-1252',
      isDeclared: true,
      element: 'BMECAT/T_NEW_CATALOG/ARTICLE',
    })
    expect(rows).toEqual([
      {
        '@mode': 'new',
        SUPPLIER_AID: 'H-100',
        'DESCRIPTION_SHORT [de]': 'Schlosserhammer',
        'DESCRIPTION_LONG [de]': '<p>Stiel aus <b>Esche</b></p>',
        EAN: '4006381333931',
        MANUFACTURER_NAME: 'Muster & Söhne',
        'KEYWORD [de]': 'Hammer\nEsche, geölt',
        'Feature: Gewicht (kg)': '1.5',
        'Feature: Farbe': 'rot\nblau',
        'Feature: Stück': '1',
        ORDER_UNIT: 'PCE',
        'Price: net_list (EUR)': '18.90',
        'Price: net_list (SEK)': '210',
        'Price: net_list, from 10 (EUR)': '16.90',
        'MIME_SOURCE [normal]': 'https://pictures.example/tools/h100.jpg\nhttps://other.example/h100-2.jpg',
        'MIME_SOURCE [data_sheet]': 'https://pictures.example/tools/h100.pdf',
        'Reference: accessories': 'S-1\nS-2',
        'Catalogue group': 'Werkzeug > Hämmer\nWerkzeug',
      },
      { '@mode': 'new', SUPPLIER_AID: 'S-1', 'DESCRIPTION_SHORT [de]': 'Stiel', ORDER_UNIT: 'PCE' },
    ])
  })

  it('is BMEcat 2005, in several languages, with groups behind the products', async () => {
    expect((await rowsOf('bmecat-2005.xml')).rows).toEqual([
      {
        SUPPLIER_PID: 'L-1',
        'DESCRIPTION_SHORT [de]': 'Leuchte',
        'DESCRIPTION_SHORT [en]': 'Lamp',
        'INTERNATIONAL_PID [ean]': '4006381333948',
        REFERENCE_FEATURE_SYSTEM_NAME: 'ETIM-8.0',
        'Feature: Farbe [en]': 'white',
        'Feature: Farbe [de]': 'weiß',
        'Feature: EF001 (mm)': '230',
        'Price: net_customer, AT (EUR)': '9.5',
        'Reference: base_product': 'L-0',
        // A group that names itself as its parent has an end, too.
        'Catalogue group': 'Leuchten',
      },
    ])
  })

  it('is a feed of Google, as RSS or Atom', async () => {
    expect((await rowsOf('google-rss.xml')).rows).toEqual([
      {
        'g:id': 'T-1',
        title: 'Shirt',
        description: 'Plain & soft',
        'g:image_link': 'https://shop.example/1.jpg',
        'g:additional_image_link': 'https://shop.example/2.jpg\nhttps://shop.example/3.jpg',
        'g:availability': 'in_stock',
        'g:price': '18.00 EUR',
        'g:shipping/g:country': 'DE',
        'g:shipping/g:price': '4.90 EUR',
        'Detail: Fit': 'Slim',
      },
    ])
    expect((await rowsOf('google-atom.xml')).rows).toEqual([
      {
        'g:id': 'T-1',
        title: 'Shirt',
        'link/@href': 'https://shop.example/t-1',
        'summary [xhtml]': '<div><p>Plain &amp; <b>soft</b></p></div>',
        'g:image_link': 'https://shop.example/1.jpg',
        'g:availability': 'in_stock',
        'g:price': '18.00 EUR',
      },
    ])
  })
})

describe('any other XML file', () => {
  it('has a row for each of its repeated elements with the most in it', async () => {
    expect(await rowsOf('gs1.xml')).toMatchObject({
      shape: { element: 'message:catalogueMessage/catalogueItem' },
      rows: [
        {
          'tradeItem/gtin': '04006381333955',
          'tradeItem/tradeItemDescription [de]': 'Waschmittel',
          'tradeItem/tradeItemDescription [en]': 'Detergent',
          'tradeItem/tradeItemMeasurements/netWeight (g)': '750',
        },
        { 'tradeItem/tradeItemMeasurements/netWeight (kg)': '0.1' },
      ],
    })
    expect(await rowsOf('any.xml')).toMatchObject({
      shape: {
        element: 'shop/offers/offer',
        elements: [
          { path: 'shop/categories/category', count: 2 },
          { path: 'shop/offers/offer', count: 2 },
          { path: 'shop/offers/offer/param', count: 2 },
        ],
      },
      rows: [
        {
          '@id': '77',
          '@available': 'true',
          name: 'Desk lamp',
          'price (EUR)': '12,50',
          'price (EUR)/@vat': '19',
          'param [Width] (cm)': '12',
          'param [Colour]': 'black',
          'images/image': 'a.jpg\nb.jpg',
          text: 'A <b>very</b> good lamp',
        },
        { '@id': '78', name: '', images: '' },
      ],
    })
  })

  it('has rows of the element that somebody has chosen', async () => {
    const chosen = { format: 'xml', encoding: 'utf-8', element: 'shop/categories/category' } as const
    expect((await rowsOf('any.xml', { shape: chosen })).rows).toEqual([
      { '@id': '1', category: 'Lamps' },
      { '@id': '2', '@parentId': '1', category: 'Desk lamps' },
    ])
    const none = await inspected('<a><b>1</b></a>', { shape: { ...chosen, element: 'a/c' } })
    expect(none.problems).toMatchObject([{ code: 'ELEMENT_NOT_FOUND', params: { element: 'a/c' } }])
  })

  it.each([
    [
      'groups of products',
      '<a><g><n>1</n><p><x>1</x><y/></p><p><x>2</x><y/></p><p><x>2</x><y/></p><p><x>2</x><y/></p></g><g><n/><p><x>1</x><y/></p></g></a>',
      'a/g/p',
    ],
    ['one product', '<a><p><x>1</x><y>2</y></p></a>', 'a/p'],
    ['elements with attributes alone', '<a><p sku="1"/><p sku="2"/></a>', 'a/p'],
  ])('of %s has the row that a person would choose', async (_what, content, element) => {
    expect((await inspected(content)).shape).toMatchObject({ element })
  })
})

describe('a hostile or broken XML file', () => {
  const within = (text: string) => `<a><b>${text}</b><b><c/></b></a>`
  it.each([
    [
      'entities of its own',
      `<!DOCTYPE a [<!ENTITY x "xxxxxxxx"><!ENTITY y "&x;&x;">]>${within('&y;')}`,
      'XML_REFUSED',
      'definitions',
    ],
    [
      'a file of the server',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${within('&x;')}`,
      'XML_REFUSED',
      'definitions',
    ],
    ['definitions without a type', `<!ENTITY x "y">${within('&x;')}`, 'XML_REFUSED', 'definitions'],
    ['deep elements', '<a>'.repeat(200), 'XML_REFUSED', 'depth'],
    ['a long name', `<a><${'b'.repeat(300)}/></a>`, 'XML_REFUSED', 'names'],
    [
      'many attributes',
      `<a><b ${Array.from({ length: 600 }, (_, at) => `c${at}=""`).join(' ')}/></a>`,
      'XML_REFUSED',
      'attributes',
    ],
    ['a tag without an end', `<a><b c="${'x'.repeat(16_100_000)}`, 'DAMAGED_XML', undefined],
    [
      'an element with too many others',
      `<a><b>${'<c/>'.repeat(maxParts + 1)}</b><b><c/></b></a>`,
      'ROW_TOO_LONG',
      undefined,
    ],
    ['an end in the middle', '<a><b><c>1</c></b><b>', 'DAMAGED_XML', undefined],
    ['elements that are closed crosswise', '<a><b><c></b></c></a>', 'DAMAGED_XML', undefined],
    ['a page', '<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>', 'NOT_A_TABLE', 'HTML'],
    ['a table of a page', '<table><tr><td>1</td></tr></table>', 'NOT_A_TABLE', 'HTML'],
    [
      'an old workbook',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
      'NOT_A_TABLE',
      'XML Spreadsheet 2003',
    ],
    ['a document', '%PDF-1.7\n1 0 obj\n', 'NOT_A_TABLE', 'PDF'],
  ])('with %s is told for what it is', async (_what, content, code, detail) => {
    expect(await codesOf(content)).toEqual([[code, detail]])
  })

  it('has the entities of XML and no others, and what a document type names is not fetched', async () => {
    const { firstRows, problems } = await inspected(
      `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">${within('&lt;&#65;&x;')}`,
    )
    expect(problems).toEqual([])
    expect(firstRows[0]?.get('b')).toBe('<A&x;')
  })

  it('keeps no more groups of a catalogue than there is room for', async () => {
    const group = `<CATALOG_STRUCTURE><GROUP_ID>1</GROUP_ID><GROUP_NAME>${'x'.repeat(7_000_000)}</GROUP_NAME></CATALOG_STRUCTURE>`
    const catalogue = `<BMECAT><T><ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID></ARTICLE>${group.repeat(5)}</T></BMECAT>`
    expect(await codesOf(catalogue)).toEqual([['XML_TOO_LARGE', undefined]])
  })
})
