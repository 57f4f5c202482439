import { createLogger, onShutdown, returnMemoryWhenIdle } from '@roadbook/platform'
import { startApi } from './bootstrap.js'

const api = await startApi()
onShutdown(createLogger('api'), () => api.close(), api.endsWithinMs)
returnMemoryWhenIdle()
