export { InsuranceDrawer } from './insurance-form.js'
export { InsurancesList } from './insurances-list.js'
export { VehicleInsurance } from './vehicle-insurance.js'
