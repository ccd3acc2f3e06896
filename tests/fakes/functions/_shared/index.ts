export default { fetch: () => new Response('never reached') }
