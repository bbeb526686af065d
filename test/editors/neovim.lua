-- One journey in Neovim, as its own client makes it; exit code 1 and a line where something is not as it should be.
local folder, journey = os.getenv('CQL_FOLDER'), os.getenv('CQL_JOURNEY')
local CODE = 'unrestricted-partition-key'

local function fail(why)
  io.stdout:write('FAIL ' .. why .. '\n')
  vim.cmd('cquit 1')
end
local function eventually(what, holds)
  if not vim.wait(20000, holds, 20) then fail(what) end
end
local function codes(buffer)
  return vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(buffer))
end
local function at(line, text, plus)
  local found = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1]:find(text, 1, true)
  vim.api.nvim_win_set_cursor(0, { line, found - 1 + (plus or 0) })
end
local function ask(method, more)
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, client.offset_encoding), more or {})
  local answer = client:request_sync(method, params, 20000, 0)
  if not answer or answer.err then fail(method .. ': ' .. vim.inspect(answer)) end
  return answer.result
end

local buffer = vim.api.nvim_get_current_buf()
if vim.bo.filetype ~= 'cql' then fail('filetype is ' .. vim.bo.filetype) end
if vim.bo.commentstring ~= '-- %s' then fail('commentstring is ' .. vim.bo.commentstring) end
eventually('no client', function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end)

local journeys = {}

function journeys.finding()
  eventually('no finding', function() return vim.tbl_contains(codes(buffer), CODE) end)
  local one = vim.diagnostic.get(buffer)[1]
  if one.lnum ~= 1 or one.col ~= 35 then fail('finding at ' .. one.lnum .. ':' .. one.col) end
end
journeys.rootless = journeys.finding

function journeys.hover()
  at(1, 'users')
  local hover = ask('textDocument/hover')
  if not vim.inspect(hover):find('PRIMARY KEY', 1, true) then fail(vim.inspect(hover)) end
end

function journeys.complete()
  journeys.finding()
  vim.api.nvim_feedkeys('GoSELECT email FROM shop.', 'x', false)
  -- The client sends what is typed a moment later.
  vim.wait(500)
  -- A caret behind the last character exists only while text is inserted.
  local list = ask('textDocument/completion', { position = { line = 2, character = 23 } })
  local items = list.items or list
  if not vim.iter(items):any(function(item) return item.label == 'users' end) then
    fail(vim.inspect(vim.iter(items):map(function(item) return item.label end):totable()))
  end
end

function journeys.apply()
  journeys.finding()
  at(2, 'country')
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action) return action.title == 'Create table `users_by_country` and use it here' end,
  })
  eventually('the finding stays', function() return #codes(buffer) == 0 end)
  vim.cmd('silent wall')
end

function journeys.undone()
  journeys.apply()
  for _, one in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(one) then
      vim.api.nvim_buf_call(one, function() vim.cmd('silent undo') end)
    end
  end
  journeys.finding()
  vim.cmd('silent wall')
end

function journeys.rename()
  at(1, 'email')
  vim.lsp.buf.rename('mail')
  eventually('not renamed', function() return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('SELECT mail', 1, true) end)
  vim.cmd('silent wall')
end

journeys.programs = journeys.rename

function journeys.definition()
  at(1, 'users')
  vim.lsp.buf.definition()
  eventually('not there', function() return vim.api.nvim_buf_get_name(0):find('schema.cql', 1, true) end)
end

function journeys.format()
  vim.lsp.buf.format({ timeout_ms = 20000 })
  vim.cmd('silent write')
end

function journeys.references()
  at(1, 'users')
  local found = ask('textDocument/references', { context = { includeDeclaration = true } })
  if #found ~= 3 then fail(vim.inspect(found)) end
end

function journeys.disk()
  journeys.finding()
  local file = assert(io.open(folder .. '/schema.cql', 'a'))
  file:write('CREATE INDEX ON shop.users (country);\n')
  file:close()
  vim.cmd('silent write')
  eventually('the finding stays', function() return not vim.tbl_contains(codes(buffer), CODE) end)
end

function journeys.unsaved()
  journeys.finding()
  vim.cmd('split ' .. folder .. '/schema.cql')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'CREATE INDEX ON shop.users (country);' })
  eventually('the finding stays', function() return not vim.tbl_contains(codes(buffer), CODE) end)
end

local done, why = pcall(journeys[journey])
if not done then fail(tostring(why)) end
vim.cmd('qall!')
