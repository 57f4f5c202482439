import { commands } from './commands.js'

const { reporting } = commands

describe('a Teltonika tracker that is asked to report more often', () => {
  it('R-215 is asked what is set, for the home network, roaming and unknown networks', () => {
    expect(reporting?.reading?.read).toBe(
      'getparam 10000;10004;10005;10050;10054;10055;10100;10104;10105;10150;10154;10155;10200;10204;10205;10250;10254;10255',
    )
  })

  it.each([
    ['Param Values: 10000:3600;10005:300;10050:300;10055:5', 'setparam 10000:3600;10005:300;10050:300;10055:5'],
    ['Param ID:10000 Value:3600;10005:300', 'setparam 10000:3600;10005:300'],
    ['Param ID:10050 Val:300', 'setparam 10050:300'],
    ['Param Values: 2001:internet; 10050: 300', 'setparam 10050:300'],
  ])('R-215 puts back what it answered: %s', (answer, restore) => {
    expect(reporting?.reading?.restore(answer)).toBe(restore)
  })

  it.each(['', 'WARNING: Not Recognized!', 'Param ID:2001 Val:1', 'Ver:03.27.07_00'])(
    'R-215 is left alone where its answer does not say what is set: %s',
    (answer) => {
      expect(reporting?.reading?.restore(answer)).toBeUndefined()
    },
  )

  it('R-215 reports every ten seconds on the move and every minute at rest, of the settings that it has, and never less than before', () => {
    expect(reporting?.often('setparam 10000:3600;10005:0;10050:300;10055:5')).toBe('setparam 10000:60;10005:60;10050:10;10055:5')
  })

  it('R-215 sends each record at once, also where many were collected before', () => {
    expect(reporting?.often('setparam 10050:60;10054:20;10055:0')).toBe('setparam 10050:10;10054:1;10055:10')
  })
})
