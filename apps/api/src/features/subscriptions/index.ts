export { CoursesService } from './courses.service.js'
export { SubscriptionsService } from './subscriptions.service.js'
export { SubscriptionsModule } from './subscriptions.module.js'
