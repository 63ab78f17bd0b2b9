export const gatewayConfig = {}
