export { AskBeforeSignOut } from './ask-before-sign-out.js'
export { OutboxBar } from './outbox-bar.js'
