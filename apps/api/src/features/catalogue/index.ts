export { CatalogueModule } from './catalogue.module.js'
