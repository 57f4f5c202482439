export { AlertsModule } from './alerts.module.js'
export { countOpen, countRung } from './telling/bell.js'
