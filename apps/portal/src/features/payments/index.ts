export { OrdersList } from './orders-list.js'
