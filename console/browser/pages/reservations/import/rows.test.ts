import { describe, expect, it } from '@jest/globals'
import { parseCsv } from './csv.ts'
import { maxRows, readRows } from './rows.ts'

const cenotes = [{ id: '84ae4fbe-b67e-8444-88f9-3d405c1730b4', slug: 'gran-cenote', name: 'Gran Cenote' }]
const head = 'cenote,date,adults,name,email,phone'
const good = 'Gran cenote,2027-01-02,2,Ana,ana@example.com,+52 998'
const rowsOf = (text: string) => {
  const file = readRows(text, cenotes)
  if ('problems' in file) throw new Error(JSON.stringify(file.problems))
  return file.rows
}

describe('the lines of a CSV file', () => {
  it('may quote, and a quoted value may have separators, quotation marks and line breaks', () => {
    const lines = parseCsv('a,b\r\n"1,""2""\n3",x\n\n4,5')
    expect(lines.map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [2, ['1,"2"\n3', 'x']],
      [5, ['4', '5']],
    ])
  })
  it('may be separated by semicolons and begin with a byte order mark', () => {
    expect(parseCsv('\uFEFFa;b\n1;"2;3"').map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2;3'],
    ])
  })
  it('name a quotation mark that is not closed or in the middle of a value', () => {
    expect(parseCsv('a\nx"y').at(-1)?.problem?.text).toBe('import.error.strayQuote')
    expect(parseCsv('a\n"x"y').at(-1)?.problem?.text).toBe('import.error.strayQuote')
    expect(parseCsv('a\n"" "x"').at(-1)?.problem?.text).toBe('import.error.strayQuote')
    const unclosed = parseCsv('a\n1\n"xy\n2\n3').at(-1)
    expect(unclosed).toMatchObject({
      line: 3,
      problem: { text: 'import.error.unclosedQuote', parameters: { count: 2 } },
    })
  })
  it('may end as on any system, and spaces around quoted values are dropped', () => {
    expect(parseCsv('a,b\r"1\r2", "3" \r4,5').map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [2, ['1\r2', '3']],
      [4, ['4', '5']],
    ])
  })
})

describe('the rows of an import', () => {
  it('become reservations, their cenote by name, slug or id', () => {
    const rows = rowsOf([head, good, good.replace('Gran cenote', 'gran-cenote')].join('\n'))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      line: 2,
      input: { cenoteId: cenotes[0]?.id, visitDate: '2027-01-02', visitors: { adults: 2, children: 0, seniors: 0 } },
    })
  })
  it('may have letters of every script in an e-mail address', () => {
    const [row] = rowsOf([head, good.replace('ana@example.com', 'josé@bücher.example')].join('\n'))
    expect(row?.input?.guest?.email).toBe('josé@bücher.example')
  })
  it('read texts of an export without the apostrophes that keep a spreadsheet from running them', () => {
    const [row] = rowsOf([head, good.replace('+52 998', "'+52 998").replace('Ana', "Ana; '=1")].join('\n'))
    expect(row?.input?.guest).toMatchObject({ name: 'Ana; =1', phone: '+52 998' })
  })
  it('count every age', () => {
    const [row] = rowsOf(`${head},children,seniors,infants,teens\n${good},1,,2,3`)
    expect(row?.input?.visitors).toEqual({ adults: 2, children: 1, seniors: 0, infants: 2, teens: 3 })
    const [wrong] = rowsOf(`${head},infants,teens\n${good},-1,x`)
    expect(wrong?.problems?.map(({ parameters }) => parameters?.['name'])).toEqual(['infants', 'teens'])
  })
  it('have references of the partner, and hold places without a guest for some minutes', () => {
    const externalId = '0b1f4f5e-0000-4000-8000-000000000000'
    const [known, held, refused] = rowsOf(
      [
        `${head},resellerReference,externalId,holdMinutes`,
        `${good},ORD-1,${externalId},`,
        'gran-cenote,2027-01-02,2,,,,,,30',
        'gran-cenote,2027-01-02,2,,,,,,',
      ].join('\n'),
    )
    expect(known?.input).toMatchObject({ resellerReference: 'ORD-1', externalId, guest: { name: 'Ana' } })
    expect(known?.input).not.toHaveProperty('hold')
    expect(held?.input).toMatchObject({ hold: true, holdMinutes: 30, guest: null, resellerReference: null })
    expect(refused?.problems?.map(({ parameters }) => parameters?.['name'])).toEqual(['name', 'email', 'phone'])
  })
  it('say how the party comes', () => {
    const columns = 'transport,meetingPointId,pickupLatitude,pickupLongitude,pickupHotel'
    const [picked, none, met, wrong] = rowsOf(
      [
        `${head},${columns}`,
        `${good},hotel_pickup,,20.2114,-87.4654,Hotel Azul`,
        `${good},,,,,`,
        `${good},meeting_point,0b1f4f5e-0000-4000-8000-000000000000,,,`,
        `${good},taxi,,north,,`,
      ].join('\n'),
    )
    expect(picked?.input?.transport).toEqual({
      option: 'HOTEL_PICKUP',
      meetingPointId: null,
      pickup: {
        coordinates: { latitude: 20.2114, longitude: -87.4654 },
        hotel: 'Hotel Azul',
        address: null,
        room: null,
        notes: null,
      },
    })
    expect(none?.input?.transport).toBeNull()
    expect(met?.input?.transport).toMatchObject({ option: 'MEETING_POINT', pickup: null })
    expect(wrong?.problems?.map(({ text }) => text)).toEqual(['import.error.transport', 'import.error.degrees'])
  })
  it('name every problem of a line', () => {
    const [row] = rowsOf(`${head},time\nnowhere,2027-02-30,-1,,a@b.co,${'9'.repeat(60)},7:00`)
    expect(row?.problems?.map(({ text, parameters }) => [text.split('.').at(-1), parameters?.['name']])).toEqual([
      ['required', 'name'],
      ['tooLong', 'phone'],
      ['number', 'adults'],
      ['date', 'date'],
      ['time', 'time'],
      ['cenote', undefined],
    ])
  })
  it('are refused as a whole for unknown, missing and repeated columns, and beyond their maximum', () => {
    const problemsOf = (text: string) => {
      const file = readRows(text, cenotes)
      return 'problems' in file ? file.problems.map(({ text: key }) => key.split('.').at(-1)) : []
    }
    expect(problemsOf('')).toEqual(['noHeader'])
    expect(problemsOf(`${head},name,wer`)).toEqual(['unknownColumn', 'twice'])
    expect(problemsOf('cenote,date,adults,name,email')).toEqual(['missingColumn'])
    expect(problemsOf([head, ...Array.from({ length: maxRows + 1 }, () => good)].join('\n'))).toEqual(['tooMany'])
  })
})
