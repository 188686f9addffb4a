import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { delimiters } from './delimiter.ts'
import { findEncoding, type TextEncoding } from './encoding.ts'
import { inspectFile } from './inspect-file.ts'
import { maxRowLength } from './limits.ts'
import { findShape, readRows } from './read-rows.ts'

/** `windows-1252` of letters that Latin 1 has as well. */
function encoded(text: string, encoding: TextEncoding, { mark = false } = {}): Buffer {
  const marked = mark ? `\ufeff${text}` : text
  if (encoding === 'utf-8') return Buffer.from(marked)
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1')
  const little = Buffer.from(marked, 'utf16le')
  return encoding === 'utf-16le' ? little : little.swap16()
}

function* chunksOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const opens = (content: string | Uint8Array, size = 1_000) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return () => chunksOf(bytes, size)
}

const inspected = (content: string | Uint8Array, options?: Parameters<typeof inspectFile>[1]) =>
  inspectFile(opens(content), options)

/** Without the words for developers. */
const told = async (content: string | Uint8Array, options?: Parameters<typeof inspectFile>[1]) =>
  (await inspected(content, options)).problems.map(({ message, ...place }) => {
    expect(message).toMatch(/[.:"]/)
    return place
  })

/** Those that this machine writes, too. */
const written = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** In an encoding that this machine reads only: each letter as the bytes that are read as it. */
function encodedAs(text: string, encoding: TextEncoding): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, readonly number[]>()
  const note = (...bytes: readonly number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if ([...letter].length === 1 && !bytesOf.has(letter)) bytesOf.set(letter, bytes)
  }
  for (let first = 0; first < 256; first += 1) note(first)
  for (let first = 0x81; first < 256; first += 1) for (let next = 0x30; next < 256; next += 1) note(first, next)
  return Buffer.from([...text].flatMap((letter) => bytesOf.get(letter) ?? [0x3f]))
}

describe('the encoding of a file', () => {
  it.each([
    ['windows-1250', 'A-1;Żarówka LED ciepła biel\nA-2;Łóżko dębowe, szerokość 90 cm\nA-3;Świeczka zapachowa'],
    ['iso-8859-2', 'A-1;Žárovka teplá bílá\nA-2;Dřevěný stůl\nA-3;Křeslo čalouněné'],
    ['windows-1251', 'A-1;Лампа настольная белая\nA-2;Стул деревянный'],
    ['koi8-r', 'A-1;Лампа настольная белая\nA-2;Стул деревянный'],
    ['shift_jis', 'A-1;電球 昼白色\nA-2;木の椅子です'],
    ['gb18030', 'A-1;白色台灯\nA-2;木制椅子，很舒服'],
    ['big5', 'A-1;白色檯燈\nA-2;木製椅子，很舒服'],
    ['euc-kr', 'A-1;하얀 램프\nA-2;나무 의자입니다'],
  ] as const)('is assumed to be %s by how its letters follow each other', async (encoding, rows) => {
    const { encoding: found, firstRows } = await inspected(encodedAs(`sku;name\n${rows}\n`, encoding))
    expect(found).toMatchObject({ encoding, foundBy: 'assumed' })
    expect(firstRows[0]?.get('name')).toBe(rows.split('\n')[0]?.slice(4))
  })

  it('is as somebody has chosen it', async () => {
    const bytes = encodedAs('sku;name\n1;Żarówka\n', 'windows-1250')
    const shape = { format: 'csv', encoding: 'windows-1250', delimiter: ';' } as const
    expect((await inspected(bytes, { shape })).firstRows[0]?.get('name')).toBe('Żarówka')
  })

  const text = 'sku;name\n1;Blåbär\n2;Käse\n'
  it.each([
    ['utf-8', true, 'byteOrderMark'],
    ['utf-8', false, 'bytes'],
    ['utf-16le', true, 'byteOrderMark'],
    ['utf-16le', false, 'bytes'],
    ['utf-16be', true, 'byteOrderMark'],
    ['utf-16be', false, 'bytes'],
    ['windows-1252', false, 'assumed'],
  ] as const)('is found to be %s, with a byte order mark: %s', async (encoding, mark, foundBy) => {
    const { encoding: found, columns, firstRows } = await inspected(encoded(text, encoding, { mark }))
    expect(found).toEqual({ encoding, foundBy, damagedCharacters: 0 })
    expect(columns).toEqual(['sku', 'name'])
    expect(firstRows.map((row) => row.get('name'))).toEqual(['Blåbär', 'Käse'])
  })

  it.each(['utf-8', 'windows-1252'] as const)(
    'is found also where its first letter beyond ASCII stands in the last row: %s',
    async (encoding) => {
      const long = `a,b\n${'1,2\n'.repeat(50_000)}3,ö\n`
      const bytes = encoded(long, encoding)
      expect((await findEncoding(chunksOf(bytes, bytes.length - 2))).encoding).toBe(encoding)
    },
  )

  it('is that of its byte order mark, whatever a profile says of other files', async () => {
    const shape = { format: 'csv', encoding: 'windows-1252', delimiter: ',' } as const
    const { columns, firstRows } = await inspected('\ufeffsku,name\n1,Käse\n', { shape })
    expect([columns, firstRows[0]?.get('name')]).toEqual([['sku', 'name'], 'Käse'])
  })

  it('reads the letters that Windows has where other encodings have control characters', async () => {
    const bytes = Buffer.concat([Buffer.from('name,price\nKäse,', 'latin1'), Buffer.from([0x80, 0x35, 0x0a])])
    expect((await inspected(bytes)).firstRows[0]?.get('price')).toBe('€5')
  })

  it('stays UTF-8 where a few letters are broken, and names their cells', async () => {
    const [before, after] = ['sku,name\n1,Blåbär och jordgubbar på ängen\n2,K', 'se\n'].map((each) => Buffer.from(each))
    const bytes = Buffer.concat([before ?? Buffer.of(), Buffer.of(0xe4), after ?? Buffer.of()])
    const { encoding } = await inspected(bytes)
    expect(encoding).toMatchObject({ encoding: 'utf-8', damagedCharacters: 1 })
    expect(await told(bytes)).toEqual([{ code: 'DAMAGED_TEXT', row: 3, columnNumber: 2, column: 'name' }])
  })

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d494844520000001000000010', 'hex'), 'NOT_A_TABLE'],
    ['the beginning of a workbook', Buffer.from('PK\x03\x04\x14\x00\x06\x00', 'latin1'), 'DAMAGED_WORKBOOK'],
    ['one JSON array', '[{"sku":"1"}]', 'FORMAT_NOT_READ'],
    ['nothing', '', 'EMPTY_FILE'],
    ['spaces', ' \r\n\n', 'EMPTY_FILE'],
    ['delimiters', ';;\n;;\n', 'EMPTY_FILE'],
  ])('is not asked of %s', async (_what, content, code) => {
    expect((await inspected(content)).problems.map((problem) => problem.code)).toEqual([code])
  })

  it.each([
    ['an archive', 'PK\x03\x04 and no more'],
    ['JSON lines', '{"sku":"1"}'],
  ])('is not asked of %s where that is not taken', async (_what, content) => {
    // An archive that is opened would be told to be damaged.
    const found = findShape(opens(content), await findEncoding(opens(content)()), ['csv'])
    await expect(found).rejects.toMatchObject({ problem: { code: 'FORMAT_NOT_READ' } })
  })
})

describe('the delimiter of a CSV', () => {
  it.each([
    ['comma', 'a,b\n1,2\n', ',', 'rows'],
    ['semicolon, with commas in numbers', 'name;price\nA;1,5\nB;2,25\n', ';', 'rows'],
    ['semicolon, with commas in quotes', '"Name, long";"Price"\n"x, y";"1,5"\n', ';', 'rows'],
    ['comma, with semicolons in texts', 'name,note\nA,x; y\nB,z\n', ',', 'rows'],
    ['tab', 'a\tb\tc\n1,2\t3\t4\n', '\t', 'rows'],
    ['vertical line', 'a|b\n1|2\n', '|', 'rows'],
    ['of a first line for spreadsheets', 'sep=;\r\na;b,c\r\n1;2,3\r\n', ';', 'firstLine'],
    ['of one column', 'sku\n1\n2\n', ',', 'assumed'],
    ['of a header alone', 'sku;name', ';', 'rows'],
    ['comma, with an inch sign', 'sku,name\n1,Screen 27" wide\n2,Screen 24"\n', ',', 'rows'],
  ])('is found: %s', async (_what, content, delimiter, delimiterFoundBy) => {
    expect((await inspected(content)).shape).toMatchObject({ delimiter, delimiterFoundBy })
  })

  it('is no column of its own, where the first line names it for spreadsheets', async () => {
    const { columns, rowCount } = await inspected('sep=;\r\na;b\r\n1;2\r\n')
    expect([columns, rowCount]).toEqual([['a', 'b'], 1])
    expect((await inspectFile(opens('sep=;\r\na;b\r\n1;2', 1))).columns).toEqual(['a', 'b'])
  })

  it('can be chosen, with the encoding', async () => {
    const shape = { format: 'csv', encoding: 'windows-1252', delimiter: ';' } as const
    expect((await inspected('a,b;c\n', { shape })).columns).toEqual(['a,b', 'c'])
  })
})

describe('the rows of a CSV', () => {
  it('have quotes, delimiters and line ends in their cells, and line ends of all systems between them', async () => {
    const { firstRows, problems } = await inspected('a,b\r\n"x ""y"" z","1,2"\n5" wide,"up\nand down"\r"""3""",4')
    expect(problems).toEqual([])
    expect(firstRows.map((row) => [...row.values()])).toEqual([
      ['x "y" z', '1,2'],
      ['5" wide', 'up\nand down'],
      ['"3"', '4'],
    ])
  })

  it('are counted as a spreadsheet counts them: empty ones too, and a cell with two lines as one row', async () => {
    expect(await told('\na,b\n"1\n1",2\n\n,\n3\n')).toEqual([
      { code: 'TOO_FEW_CELLS', row: 6, columnNumber: 2, column: 'b', params: { found: 1, expected: 2 } },
    ])
  })

  it.each([
    ['too few cells', 'a,b,c\n1,2\n', { code: 'TOO_FEW_CELLS', columnNumber: 3, column: 'c' }],
    ['too many cells', 'a,b\n1,2,3\n', { code: 'TOO_MANY_CELLS', columnNumber: 3 }],
    ['a quote that ends before its cell', 'a,b\n1,"x "y" z"\n', { code: 'QUOTE_INSIDE', columnNumber: 2, column: 'b' }],
    ['a cell that has swallowed a row', 'a,b\n"1,2\n3,"4"\n', { code: 'QUOTE_INSIDE', columnNumber: 1, column: 'a' }],
    ['the second cell of quotes', 'a,b\n"""x""","y"z\n', { code: 'QUOTE_INSIDE', columnNumber: 2, column: 'b' }],
    ['a NUL', `a,b\n1,\0\n${'3,4\n'.repeat(100)}`, { code: 'DAMAGED_TEXT', columnNumber: 2, column: 'b' }],
  ])('are told with row and column: %s', async (_what, content, problem) => {
    expect((await told(content))[0]).toMatchObject({ ...problem, row: 2 })
  })

  it('do without empty cells beyond the last column', async () => {
    expect(await inspected('a,b,,\n1,2,,\n3,4,, \n')).toMatchObject({
      columns: ['a', 'b'],
      problems: [],
      wholeRowCount: 2,
    })
  })

  it('are those around a wrong one, which is not counted as whole', async () => {
    expect(await inspected('a,b\n1,2\n3\n4,5\n')).toMatchObject({ rowCount: 3, wholeRowCount: 2 })
  })

  it('are those before a quote that is never closed, whose row is named', async () => {
    const content = 'a,b\n1,2\n3,"4\n5,6\n'
    expect(await told(content)).toEqual([{ code: 'QUOTE_NOT_CLOSED', row: 3 }])
    expect((await inspected(content)).rowCount).toBe(1)
  })

  it('end at one that is longer than what is held in memory', async () => {
    const endless = function* () {
      yield Buffer.from('a,b\n1,2\n3,"')
      for (let sent = 0; sent < maxRowLength * 20; sent += 1_000_000) {
        given = sent
        yield Buffer.alloc(1_000_000, 'x')
      }
    }
    let given = 0
    const rows: number[] = []
    const read = async () => {
      for await (const { row } of readRows(endless, { format: 'csv', encoding: 'utf-8', delimiter: ',' }))
        rows.push(row)
    }
    await expect(read()).rejects.toMatchObject({ problem: { code: 'ROW_TOO_LONG', row: 3 } })
    expect(rows).toEqual([2])
    expect(given).toBeLessThan(maxRowLength * 2)
  })

  it.each([
    ['10,000 columns', Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(','), { code: 'TOO_MANY_COLUMNS' }],
    ['a column whose name has no end', `a,${'b'.repeat(201)}\n`, { code: 'COLUMN_WITHOUT_NAME', columnNumber: 2 }],
  ])('are not read under %s', async (_what, content, problem) => {
    expect((await told(content))[0]).toMatchObject({ ...problem, row: 1 })
  })

  it('begin below what stands above a table, where that is no part of it', async () => {
    const above = 'Price list 2026;;\n\nsku;name;price\n1;Lamp;9,95\n2;Desk;99\n'
    const { shape, columns, firstRows } = await inspected(above)
    expect(shape).toMatchObject({ headerRow: 3 })
    expect(columns).toEqual(['sku', 'name', 'price'])
    expect(firstRows[0]?.get('name')).toBe('Lamp')
    expect((await inspected('sku;name\n1;Lamp\n')).shape).not.toHaveProperty('headerRow')
    // All of one column: nobody can tell.
    expect((await inspected('names\nLamp\nDesk\n')).shape).not.toHaveProperty('headerRow')
  })

  it('begin where somebody has said so', async () => {
    const shape = { format: 'csv', encoding: 'utf-8', delimiter: ';', headerRow: 2, firstRow: 4 } as const
    const { columns, firstRows } = await inspected('1;2\na;b\nin words;too\n3;4\n', { shape })
    expect(columns).toEqual(['a', 'b'])
    expect(firstRows.map((row) => [...row.values()])).toEqual([['3', '4']])
  })

  it('are not read on where spaces behind a quote have no end', async () => {
    const content = `a,b\n"1"${' '.repeat(maxRowLength)},2\n`
    expect((await told(content))[0]).toMatchObject({ code: 'ROW_TOO_LONG', row: 2 })
  })

  it('may have spaces between delimiters and quotes', async () => {
    const { firstRows, problems } = await inspected('"a", "b" ,c\n "1, 2"  , "say ""x"" ",  plain \n')
    expect(problems).toEqual([])
    expect(firstRows.map((row) => [...row])).toEqual([
      [
        ['a', '1, 2'],
        ['b', 'say "x" '],
        ['c', '  plain '],
      ],
    ])
  })

  it('have a name of their own under headings of one name, and under none', async () => {
    const { columns } = await inspected('pic,pic,pic (2),, pic ,\n1,2,3,4,5\n')
    expect(columns).toEqual(['pic', 'pic (3)', 'pic (2)', 'Column 4', 'pic (4)'])
  })

  it('close the file where somebody needs no more of them', async () => {
    let isClosed = false
    const open = function* () {
      try {
        for (;;) yield Buffer.from('a,b\n1,2\n')
      } finally {
        isClosed = true
      }
    }
    for await (const { row } of readRows(open, { format: 'csv', encoding: 'utf-8', delimiter: ',' })) if (row > 3) break
    await expect.poll(() => isClosed).toBe(true)
  })

  it('tell of a file whose storage fails, instead of ending early', async () => {
    const open = function* () {
      yield Buffer.from('a,b\n1,2\n')
      throw new Error('the storage is gone')
    }
    await expect(inspectFile(open)).rejects.toThrow('the storage is gone')
  })

  it('are what was written, in every encoding and with every delimiter, however the bytes come', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ö', ' ', '"', ',', ';', '\t', '|', '\n', '\r', '=', '1') })
    const row = fc.record({ a: cell, b: cell, c: fc.constantFrom('x', 'y') })
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 5 }),
        fc.constantFrom(...written),
        fc.constantFrom(...delimiters),
        fc.integer({ min: 1, max: 9 }),
        async (rows, encoding, delimiter, size) => {
          const lines = [['a', 'b', 'c'], ...rows.map(({ a, b, c }) => [a, b, c])]
          const quoted = lines.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter))
          const shape = { format: 'csv', encoding, delimiter } as const
          const read = await inspectFile(opens(encoded(quoted.join('\r\n'), encoding), size), { shape })
          expect(read.problems).toEqual([])
          expect(read.firstRows.map((values) => Object.fromEntries(values))).toEqual(rows)
        },
      ),
    )
  })
})

describe('the keys of a file', () => {
  it('are its own in the whole file, however far apart two rows stand', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `${at},x`).join('\n')
    expect(await told(`sku,name\n${many}\n17 ,y\n`, { keyColumns: ['sku'] })).toEqual([
      { code: 'DUPLICATE_KEY', row: 5_002, column: 'sku', params: { first: 19 } },
    ])
  })

  it('may be of several columns, and may be long', async () => {
    const long = 'k'.repeat(10_000)
    const rows = `${long},en\n${long},de\n${long}l,en\n${long},en\n`
    expect(await told(`sku,variation\n${rows}`, { keyColumns: ['sku', 'variation'] })).toMatchObject([
      { code: 'DUPLICATE_KEY', row: 5, params: { first: 2 } },
    ])
  })

  it('are missed where a row has none', async () => {
    expect(await told('sku,name\n ,x\n', { keyColumns: ['sku'] })).toEqual([
      { code: 'KEY_MISSING', row: 2, column: 'sku' },
    ])
  })

  it('are counted all, and shown by the first hundred', async () => {
    const { problems, problemCounts } = await inspected(`sku,b\n${'1,2\n'.repeat(1_000)}`, { keyColumns: ['sku'] })
    expect([problems.length, problemCounts.get('DUPLICATE_KEY')]).toEqual([100, 999])
  })
})

describe('JSON lines', () => {
  it('have values of any kind, and the columns of all their objects', async () => {
    const { shape, columns, firstRows } = await inspected(
      '{"sku":"1","price":{"amount":1}}\r\n\n{"sku":"2","tags":["a"]}',
    )
    expect(shape).toMatchObject({ format: 'jsonLines', encoding: 'utf-8' })
    expect(columns).toEqual(['sku', 'price', 'tags'])
    expect(firstRows.map((row) => Object.fromEntries(row))).toEqual([
      { sku: '1', price: { amount: 1 } },
      { sku: '2', tags: ['a'] },
    ])
  })

  it.each([
    ['no JSON', '{"a":1}\n{"a":}\n', { code: 'NOT_JSON' }],
    ['no object', '{"a":1}\n[1]\n', { code: 'NOT_AN_OBJECT' }],
    ['a name twice', '{"a":1}\n{"a":1,"b":{"a":[{"b":"a"}]},"\\u0061":2}\n', { code: 'DUPLICATE_NAME', column: 'a' }],
    [
      'a number that would lose digits',
      '{"a":1}\n{"a":{"b":[9007199254740993]}}',
      { code: 'VALUE_REFUSED', column: 'a' },
    ],
    ['a name of every object', '{"a":1}\n{"__proto__":{"x":1}}', { code: 'VALUE_REFUSED', column: '__proto__' }],
    ['half a letter', '{"a":1}\n{"a":"\\ud800"}', { code: 'VALUE_REFUSED', column: 'a' }],
    ['deep nesting', `{"a":1}\n{"a":${'['.repeat(1_000_000)}`, { code: 'VALUE_REFUSED' }],
    ['damaged text', '{"a":1}\n{"b":1,"a":"\ufffd"}\n', { code: 'DAMAGED_TEXT', column: 'a' }],
  ])('are told with row and name: %s', async (_what, content, problem) => {
    expect(await told(content)).toMatchObject([{ ...problem, row: 2 }])
  })

  it('end at a line that is longer than what is held in memory', async () => {
    expect(await told(`{"a":1}\n{"a":"${'x'.repeat(maxRowLength)}"}\n`)).toEqual([
      { code: 'ROW_TOO_LONG', row: 2, params: { max: maxRowLength } },
    ])
  })

  it('end where they have 10,000 names', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `"n${at}":1`).join(',')
    expect(await told(`{${names}}`)).toMatchObject([{ code: 'TOO_MANY_COLUMNS', row: 1 }])
  })
})
