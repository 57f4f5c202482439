export { InsurancesList } from './insurances-list.js'
export { VehicleInsurance } from './vehicle-insurance.js'
