import { createLogger, onShutdown, readConfiguration, returnMemoryWhenIdle } from '@roadbook/platform'
import { startMailbox } from './bootstrap.js'
import { mailboxShape } from './configuration.js'

const configuration = readConfiguration(mailboxShape)
const mailbox = await startMailbox(configuration)
onShutdown(createLogger('mailbox', configuration.LOG_LEVEL), () => mailbox.close())
returnMemoryWhenIdle()
