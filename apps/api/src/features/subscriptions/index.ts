export { CoursesService } from './courses.service.js'
export { SubscriptionsModule } from './subscriptions.module.js'
