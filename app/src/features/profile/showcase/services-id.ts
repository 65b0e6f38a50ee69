/** Where a profile's services stand, for the button that leads to them. */
export const servicesId = 'profile-services'
