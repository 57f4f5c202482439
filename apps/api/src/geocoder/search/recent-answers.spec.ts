import { RecentAnswers } from './recent-answers.js'

describe('answers that are kept', () => {
  it('are given for an hour, the newest five hundred of them', () => {
    let now = 0
    const recent = new RecentAnswers<number>(() => now)
    for (let nth = 0; nth < 501; nth++) recent.keep(`${nth}`, nth)
    expect([recent.get('0'), recent.get('1'), recent.get('500')]).toEqual([undefined, 1, 500])
    now = 3_600_000
    expect(recent.get('500')).toBeUndefined()
  })
})
