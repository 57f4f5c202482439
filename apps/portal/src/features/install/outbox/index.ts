export { AskBeforeSignOut } from './components/ask-before-sign-out.js'
export { OutboxBar } from './components/outbox-bar.js'
