import { assertUnchanged, weakTag } from './if-match.js'
import { Problem } from './problems.js'

describe('a write on a state that was read', () => {
  const read = new Date('2026-03-01T10:00:00.123Z')
  const tag = weakTag(read)

  it('goes on where nothing changed, among several states too, or where none was named', () => {
    for (const named of [null, tag, `W/"other", ${tag}`]) expect(() => assertUnchanged(named, read)).not.toThrow()
  })

  it.each([weakTag(new Date(read.getTime() + 1)), '', '"x"'])('is refused where %j was read', (named) => {
    expect(() => assertUnchanged(named, read)).toThrow(expect.objectContaining({ kind: 'changedSince' }) as Problem)
  })
})
