export { type Push, PUSH_DRIVERS, type PushAddress, type PushDrivers, type PushOutcome } from './push-driver.js'
export { PUSH_SERVICES, type PushServices } from './push-services.js'
export { PushModule } from './push.module.js'
