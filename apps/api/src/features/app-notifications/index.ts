export { AppNotificationsModule } from './app-notifications.module.js'
