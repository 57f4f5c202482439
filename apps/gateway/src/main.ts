import { createLogger, onShutdown, returnMemoryWhenIdle } from '@roadbook/platform'
import { startGateway } from './bootstrap.js'

const gateway = await startGateway()
onShutdown(createLogger('gateway'), () => gateway.close(), 30_000)
returnMemoryWhenIdle()
