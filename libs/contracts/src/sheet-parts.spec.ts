import { partsOfSheet } from './sheet-parts.js'

describe('what parts the cells of a sheet', () => {
  it.each([
    ['imei;title;description\n1;Lager 3, Regal B;neu', ';', 1],
    ['imei,title\n1,"Lager; Regal"', ',', 1],
    ['imei\ttitle, long\n1\tx', '\t', 1],
    ['"Model, type";"Price, EUR, net";imei\r\n', ';', 1],
    ['\uFEFFimei;title\r\n1;x', ';', 1],
    ['sep=;\r\nimei;title\r\n1;a, b, c, d', ';', 2],
    ['SEP=\t\nimei\ttitle', '\t', 2],
    ['"sep=;"\nimei,model;title', ';', 2],
    ['imei', ',', 1],
    ['', ',', 1],
    ['"a head; over\ntwo; lines",imei,title', ',', 1],
  ])('of %j is %j, with the head in line %i', (csv, delimiter, headLine) => {
    expect(partsOfSheet(csv)).toMatchObject({ delimiter, headLine })
  })

  it('leaves the head as it is', () => {
    expect(partsOfSheet('sep=;\nIMEI;Naam\n1;x').head).toBe('IMEI;Naam')
    expect(partsOfSheet('\n352625698104217').head).toBe('')
  })
})
