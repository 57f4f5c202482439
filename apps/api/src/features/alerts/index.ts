export { AlertsModule } from './alerts.module.js'
export { countRung } from './telling/bell.js'
