export { OrdersList } from './orders-list.js'
export { VehicleOrders } from './vehicle-orders.js'
