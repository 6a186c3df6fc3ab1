-- Sends the requests of a file again and again: headers first, an empty line, then one request a line, METHOD PATH BODY.
-- Prints the results as one line of JSON.
local requests, last = {}, 0

function init(args)
  local file, headers = assert(io.open(args[1])), {}
  for line in file:lines() do
    if line == '' then break end
    local name, value = line:match('^(.-): (.*)$')
    headers[name] = value
  end
  for line in file:lines() do
    local method, path, body = line:match('^(%S+) (%S+) ?(.*)$')
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= '' and body or nil)
  end
  file:close()
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"requests":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"failed":%d}\n', summary.requests,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
