vim.bo.commentstring = '-- %s'
vim.bo.comments = 's1:/*,mb:*,ex:*/,:--,://'
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
