export { AT_ONCE, EndingMails } from './ending-mails.js'
export { EndingsModule } from './endings.module.js'
export { type Ending, hasManager } from './endings.repository.js'
