import { createLogger, onShutdown, returnMemoryWhenIdle } from '@roadbook/platform'
import { startConsumer } from './bootstrap.js'

const consumer = await startConsumer()
onShutdown(createLogger('consumer'), () => consumer.close())
returnMemoryWhenIdle()
