export { ImportsScreen } from './imports-screen.js'
