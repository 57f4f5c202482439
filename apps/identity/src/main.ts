import { createLogger, onShutdown, readConfiguration, returnMemoryWhenIdle } from '@roadbook/platform'
import { startIdentity } from './bootstrap.js'
import { identityShape } from './configuration.js'

const configuration = readConfiguration(identityShape)
const identity = await startIdentity(configuration)
onShutdown(createLogger('identity', configuration.LOG_LEVEL), () => identity.close(), 8_000 + configuration.DRAIN_NOTICE_MS)
returnMemoryWhenIdle()
