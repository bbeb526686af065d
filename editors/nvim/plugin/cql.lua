vim.filetype.add({ extension = { cql = 'cql' } })
vim.lsp.enable('cql_analyzer')
