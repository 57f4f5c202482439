import { findProtocol } from '@roadbook/protocols'
import { answerCommand } from './answer-command.js'

describe('a simulated tracker', () => {
  it('tells its version when asked, and confirms a setting', () => {
    expect(answerCommand('getver')).toMatch(/^Ver:03\./)
    expect(answerCommand('setparam 800:2')).toBe('Param ID:800 New Text:2')
    expect(answerCommand('getparam 10050;10055')).toBe('Param Values: 10050:300;10055:300')
  })

  it.each(['gt06', 'meitrack', 'h02', 'tk103', 'gps103', 'queclink'])('confirms a locate of %s in words that count', (name) => {
    const protocol = findProtocol(name)
    const imei = '356307042441013'
    const answer = protocol?.tracker?.commandReply?.(answerCommand(protocol.commands?.locate?.text ?? ''), imei, 1)
    expect(protocol?.decode(answer as Buffer, { now: 0, identity: imei })).toMatchObject({ kind: 'commandReply' })
  })
})
