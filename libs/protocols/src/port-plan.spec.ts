import { planPorts } from './port-plan.js'
import { PROTOCOLS } from './registry.js'

const plan = (PROTOCOL_PORTS?: string, GATEWAY_PORT = 5000, TELTONIKA_PORT = 5027) => {
  const planned = planPorts({ GATEWAY_PORT, TELTONIKA_PORT, PROTOCOL_PORTS })
  if (typeof planned === 'string') throw new Error(planned)
  return planned.map(({ port, protocols }) => `${port} ${protocols.map(({ name }) => name).join('+')}`)
}

describe('which ports a gateway opens', () => {
  it('is every protocol’s customary one, beside the standard shared port', () => {
    const customary = PROTOCOLS.flatMap(({ name, ports }) => ports.map((port) => `${port} ${name}`))
    expect(plan().sort()).toEqual(customary.sort())
  })

  it('is none but Teltonika’s when the shared port is another, so that a second gateway starts on the machine', () => {
    expect(plan(undefined, 6000, 6027)).toEqual(['6027 teltonika'])
    expect(plan(undefined, 0, 0)).toEqual(['0 teltonika'])
    expect(plan('none')).toEqual(['5027 teltonika'])
  })

  it('is what is listed, and protocols may share a port', () => {
    expect(plan('h02:7000, tk103:7000,teltonika:7001')).toEqual(['5027 teltonika', '7000 h02+tk103', '7001 teltonika'])
  })

  it.each([
    ['gt06', 'PROTOCOL_PORTS must be "none", "customary", or a list such as "gt06:5023,queclink:5004", not "gt06"'],
    ['h02:70000', 'not "h02:70000"'],
    ['nonsense:5023', `there is no protocol "nonsense", only ${PROTOCOLS.map(({ name }) => name).join(', ')}`],
    ['h02:5000', 'PROTOCOL_PORTS: 5000 is the shared port already'],
  ])('refuses %s and says what is allowed', (ports, sentence) => {
    expect(() => plan(ports)).toThrow(sentence)
  })
})
