export { RawMessagesModule } from './raw-messages.module.js'
