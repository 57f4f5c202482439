export { ShopModule } from './shop.module.js'
