import { headsOf, partsOfSheet, recordsOf, rowsOf as rowsInTurn } from './sheet-parts.js'

const rowsOf = (csv: string) => recordsOf(csv).records.map(({ row, cells }) => [row, ...cells])

describe('what parts the cells of a sheet', () => {
  it.each([
    ['imei;title;description\n1;Lager 3, Regal B;neu', ';'],
    ['imei,title\n1,"Lager; Regal"', ','],
    ['imei\ttitle, long\n1\tx', '\t'],
    ['"Model, type";"Price, EUR, net";imei\r\n', ';'],
    ['\uFEFFimei;title\r\n1;x', ';'],
    ['sep=;\r\nimei;title\r\n1;a, b, c, d', ';'],
    ['SEP=\t\nimei\ttitle', '\t'],
    ['"sep=;"\nimei,model;title', ';'],
    ['imei', ','],
    ['', ','],
    ['"a head; over\ntwo; lines",imei,title', ','],
    ['Rad 28";Typ, kurz;imei\n', ';'],
    ['imei|title, long|model\n1|x|y', '|'],
    ['sep=|\nimei|title;x', '|'],
    ['sep=;;;\nimei,model;title', ';'],
    ['"sep=,",,\nimei;model,title', ','],
    [';;;\r\nimei;title;model;brand\r\n', ';'],
  ])('of %j is %j', (csv, delimiter) => {
    expect(partsOfSheet(csv).delimiter).toBe(delimiter)
  })

  it.each([
    ['sep=;\nIMEI;Naam\n1;x', ['IMEI', 'Naam']],
    ['\r\n;;\r\nIMEI;Naam;\r\n1;x;', ['IMEI', 'Naam', '']],
    ['imei;Price "net"\n', ['imei', 'Price "net"']],
    ['', ['']],
    ['"imei', []],
  ])('heads of %j are %j', (csv, heads) => {
    expect(headsOf(csv)).toEqual(heads)
  })
})

describe('the rows of a sheet', () => {
  it.each([
    [
      'a head and a row',
      'name;plate\r\nA;1\r\n',
      [
        [1, 'name', 'plate'],
        [2, 'A', '1'],
      ],
    ],
    [
      'no line end behind the last',
      'name\nA',
      [
        [1, 'name'],
        [2, 'A'],
      ],
    ],
    [
      'line ends of old Macintoshes',
      'name\rA\rB',
      [
        [1, 'name'],
        [2, 'A'],
        [3, 'B'],
      ],
    ],
    [
      'empty rows, which count',
      'name;plate\n\nA;1\n;\n \u00A0;\nB;2',
      [
        [1, 'name', 'plate'],
        [3, 'A', '1'],
        [6, 'B', '2'],
      ],
    ],
    [
      'empty rows above the head',
      '\n;;\nname;plate;x\nA;1;',
      [
        [3, 'name', 'plate', 'x'],
        [4, 'A', '1', ''],
      ],
    ],
    [
      'a line sep=, which is no row',
      'sep=,\nname,plate\nA,1',
      [
        [1, 'name', 'plate'],
        [2, 'A', '1'],
      ],
    ],
    [
      'the sign by which DOS ended files',
      'name;plate\nA;1\n\u001A',
      [
        [1, 'name', 'plate'],
        [2, 'A', '1'],
      ],
    ],
    [
      'a cell of several lines',
      'name;plate\n"A\r\nB";1\nC;2',
      [
        [1, 'name', 'plate'],
        [2, 'A\r\nB', '1'],
        [3, 'C', '2'],
      ],
    ],
    [
      'a cell with a delimiter',
      'name,plate\n"A, B",1',
      [
        [1, 'name', 'plate'],
        [2, 'A, B', '1'],
      ],
    ],
  ])('with %s', (_, csv, rows) => {
    expect(rowsOf(csv)).toEqual(rows)
  })

  it.each([
    ['Reifen 28"', 'Reifen 28"'],
    ['Rad "Anna"', 'Rad "Anna"'],
    ['28"" vorn', '28"" vorn'],
    ['"Rad ""Anna"""', 'Rad "Anna"'],
    ['"Reifen 28"""', 'Reifen 28"'],
    ['  "Rad; A"  ', 'Rad; A'],
    ['""', ''],
  ])('read the cell %j as %j', (cell, text) => {
    expect(rowsOf(`name;plate\n${cell};1`)).toEqual([
      [1, 'name', 'plate'],
      [2, text, '1'],
    ])
  })

  it.each([
    ['name;plate\nA;1\n"B;2\nC;3\n', 'open-quote', 3],
    ['name;plate\n\nA;"1', 'open-quote', 3],
    ['name\n"Rad "Anna" rot"\n', 'stray-quote', 2],
    ['name;plate\nA;1\n"Reifen;2\nB "x";3\n', 'stray-quote', 3],
    ['name;plate\n"A"B;1', 'stray-quote', 2],
    ['sep=;\n"name', 'open-quote', 1],
  ])('of %j end at the %s of row %i', (csv, kind, row) => {
    expect(recordsOf(csv).fault).toMatchObject({ kind, row })
  })

  it('know the line of the file, too, for who opens it in an editor', () => {
    const lines = recordsOf('sep=;\r\nname;plate\r\n"A\r\nB";1\r\nC;2').records.map(({ row, line }) => [row, line])
    expect(lines).toEqual([
      [1, 2],
      [2, 3],
      [3, 5],
    ])
  })
})

describe('rows that are read one after the other', () => {
  it.each([
    ['12345\r\n1,3\n\n12345', ['12345', '1,3', '', '12345']],
    ['12345\n123456\n1', ['12345', 'too long']],
    ['123456\n1', ['too long']],
    ['"2\n4"\r\n"23456\n1', ['2\n4', 'too long']],
    ['"2"x\n1', ['stray-quote']],
    ['1\n"23', ['1', 'open-quote']],
  ])('have at most the number of characters that the reader takes: %j', (csv, rows) => {
    const read = [...rowsInTurn(csv, partsOfSheet(csv), 5)]
    expect(read.map(({ cells, fault, isTooLong }) => fault ?? (isTooLong ? 'too long' : cells.join()))).toEqual(rows)
  })
})
