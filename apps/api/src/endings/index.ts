export { AT_ONCE, type Ending, EndingMails, hasManager } from './ending-mails.js'
export { EndingsModule } from './endings.module.js'
