// G4: measures the number of frames that the gateway decodes, publishes and acknowledges per second of its own CPU time. The
// comparison is a server that answers every chunk with four bytes. The event log of this benchmark accepts everything
// immediately and stores nothing. `gateway-durable` uses a real event log.
import { gatewayRatio } from './support/gateway-ratio.ts'
import { report } from './support/ratio.ts'
import { ServerProcess } from './support/server-process.ts'

const [echo, gateway] = [await ServerProcess.start('echo-server.ts'), await ServerProcess.start('gateway-server.ts', 'null')]
try {
  const ten = await gatewayRatio(echo, gateway, 10)
  const one = await gatewayRatio(echo, gateway, 1)
  report('gateway', one, 'frames/CPU-s', { records: 1, tenRecords: ten })
} finally {
  await Promise.all([echo.stop(), gateway.stop()])
}
